import fc from "fast-check";
import { expect, it } from "vitest";
import { numberText } from "./number-text.ts";

it("formats whole numbers like the runtime does for en-US", () => {
  for (const number of [0, 7, 999, 1000, 1204, 99_999, 100_000, 1_234_567, -1000, -999])
    expect(numberText(number)).toBe(number.toLocaleString("en-US"));
  fc.assert(fc.property(fc.maxSafeInteger(), (number) => numberText(number) === number.toLocaleString("en-US")));
});
