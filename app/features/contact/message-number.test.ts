import fc from "fast-check";
import { expect, it } from "vitest";
import { messageNumber, numberIn } from "./message-number.ts";

const anyNumber = fc.integer({ min: 1, max: 2 ** 20 - 1 });

it("messageNumber gives four unambiguous digits and letters, and no consecutive values", () => {
  fc.assert(fc.property(anyNumber, (number) => /^HB-[0-9A-HJKMNP-TV-Z]{4}$/.test(messageNumber(number))));
  expect([1, 2, 3].map(messageNumber)).toEqual(["HB-KRVN", "HB-7HQA", "HB-VAJZ"]);
});

it("numberIn reads a message number in lower case and with spaces around it", () => {
  fc.assert(
    fc.property(anyNumber, (number) => numberIn(` ${messageNumber(number).toLowerCase()} `) === number),
    { numRuns: 1000 },
  );
});

it.each(["", "HB-", "HB-123", "HB-12345", "HB-12U4", "HX-1234", "1234"])("numberIn rejects “%s”", (text) => {
  expect(numberIn(text)).toBeNull();
});
