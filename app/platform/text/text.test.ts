import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../cpu-time.fixture.ts";
import {
  emailField,
  honeypotField,
  lengthOf,
  normalized,
  pastedAddress,
  pastedText,
  searchText,
  textField,
} from "./text.ts";

const name = textField({
  label: "Name",
  empty: "Enter your name",
  min: { length: 2, message: "Name must be at least 2 characters" },
  max: 100,
});
const message = textField({ label: "Message", empty: "Enter your message", max: 5000, multiline: true });

type Field = typeof name | typeof emailField;
const messagesOf = (field: Field, value: unknown) => {
  const parsed = field.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.message);
};

describe("a text field", () => {
  it.each([
    "Kaʻiulani Kāneʻohe",
    "Hawaiʻi",
    "山田太郎",
    "김하나",
    "محمد علي",
    "שרה כהן",
    "Ναταλία Ἰωάννου",
    "Ольга Иванова",
    "สมชาย ใจดี",
    "प्रिया शर्मा",
    "👩🏽‍🚀 Noa",
    "O’Brien-Smith, Jr.",
    "Robert'); drop table students;--",
    "<b>Keola</b>",
  ])("accepts a name in any script unchanged: %s", (text) => {
    expect(name.parse(text)).toBe(text.normalize("NFC"));
  });

  it("is trimmed and normalized to NFC", () => {
    expect(name.parse("  Ka\u0304neʻohe\t\u00a0")).toBe("Kāneʻohe");
  });

  it("makes lone surrogates well-formed", () => {
    expect(name.parse("No\ud83ea")).toBe("No\ufffda");
    expect(name.parse("\udc00Noa")).toBe("\ufffdNoa");
  });

  it.each([undefined, "", "   ", "\t\r\n", "\u200b\u200d", new File(["x"], "x.txt"), ["a", "b"]])(
    "is refused if it is empty, missing or not text (%#)",
    (value) => {
      expect(messagesOf(name, value)).toEqual(["Enter your name"]);
      expect(messagesOf(message, value)).toEqual(["Enter your message"]);
    },
  );

  it("counts as empty without a visible character: only marks, or blanks that are not spaces", () => {
    for (const blank of ["\u0301\u0302", "\u2800", "\u3164 \u115F", "\u200b\uFE0F"])
      expect(messagesOf(name, blank), blank).toEqual(["Enter your name"]);
    for (const shown of ["❤️❤️", "ʻŌ", "क्षि", "﷽﷽", "--"]) expect(messagesOf(name, shown), shown).toEqual([]);
  });

  it("has a minimum length in visible characters", () => {
    expect(messagesOf(name, "N")).toEqual(["Name must be at least 2 characters"]);
    expect(messagesOf(name, " N ")).toEqual(["Name must be at least 2 characters"]);
    expect(messagesOf(name, "🌺")).toEqual(["Name must be at least 2 characters"]);
    expect(messagesOf(name, "N\u200d")).toEqual(["Name must be at least 2 characters"]);
    expect(messagesOf(name, "No")).toEqual([]);
    expect(messagesOf(name, "李明")).toEqual([]);
  });

  it("has a maximum length in code points, without format characters", () => {
    expect(messagesOf(name, "n".repeat(100))).toEqual([]);
    expect(messagesOf(name, "n".repeat(101))).toEqual(["Name must be at most 100 characters"]);
    expect(messagesOf(name, "🌺".repeat(100))).toEqual([]);
    expect(messagesOf(name, "🌺".repeat(101))).toEqual(["Name must be at most 100 characters"]);
    expect(messagesOf(name, `\u200f${"n".repeat(100)}\u200d`)).toEqual([]);
    expect(messagesOf(message, "m".repeat(5000))).toEqual([]);
    expect(messagesOf(message, "m".repeat(5001))).toEqual(["Message must be at most 5,000 characters"]);
  });

  it("counts an accented letter once, however it was typed", () => {
    expect(messagesOf(name, "a\u0304".repeat(100))).toEqual([]);
  });

  it("takes what other programs put between words: line breaks and tabs become spaces in a single line", () => {
    for (const mark of ["\n", "\r\n", "\t", "\v", "\f", "\u0085", "\u2028", "\u2029"])
      expect(name.parse(`Noa${mark}Kai`), JSON.stringify(mark)).toBe("Noa Kai");
  });

  it("takes them for line breaks in a message, which keeps its tabs", () => {
    expect(message.parse("Aloha\r\n\tNoa\rhere\n")).toBe("Aloha\n\tNoa\nhere");
    for (const mark of ["\v", "\f", "\u0085", "\u2028", "\u2029"]) expect(message.parse(`a${mark}b`)).toBe("a\nb");
  });

  it("never has a control character, whatever was pasted", () => {
    const pasted = fc.string({
      unit: fc.oneof(fc.integer({ min: 0, max: 0xa0 }), fc.constant(0x2028)).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(pasted, (text) => {
        for (const isMultiline of [true, false]) {
          const taken = pastedText(text, isMultiline);
          expect(taken).not.toMatch(isMultiline ? /[^\P{Cc}\n\t]|[\u2028\u2029]/u : /[\p{Cc}\u2028\u2029]/u);
          expect(pastedText(taken, isMultiline)).toBe(taken);
          const letters = (of: string) => of.replace(/[^\x21-\x7e]/g, "");
          expect(letters(taken)).toBe(letters(text));
        }
      }),
    );
  });

  it("is also limited before normalization, at a length that no valid text reaches", () => {
    const [long, tooLong] = ["ᾂ".repeat(100), "Name must be at most 100 characters"];
    expect(long.normalize("NFD")).toHaveLength(400);
    expect(name.parse(long.normalize("NFD"))).toBe(long);
    expect(messagesOf(name, ` ${"n".repeat(100)}${" ".repeat(5000)}`)).toEqual([]);
    expect(messagesOf(name, `${"n".repeat(100)}${"\u200d".repeat(5000)}`)).toEqual([]);
    expect(messagesOf(name, "n".repeat(401))).toEqual([tooLong]);
    expect(messagesOf(name, `a${"\u0315\u0300".repeat(300)}`)).toEqual([tooLong]);
  });

  it("accepts as many combining marks on a letter as any script uses, but no more", () => {
    expect(messagesOf(message, `a${"\u0315\u0300".repeat(15)}`)).toEqual([]);
    expect(messagesOf(message, `a${"\u0315\u0300".repeat(16)}`)).toEqual([
      "Message contains characters that cannot be used",
    ]);
  });

  it("reports one problem at a time", () => {
    expect(messagesOf(name, "\u0000")).toEqual(["Enter your name"]);
    expect(messagesOf(name, `n${"\u0000".repeat(500)}`)).toEqual(["Name must be at most 100 characters"]);
  });

  it("returns text that it would accept again unchanged, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), (text) => {
        const once = normalized(text);
        expect(normalized(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        const parsed = name.safeParse(text);
        if (parsed.success) {
          expect(lengthOf(parsed.data)).toBeGreaterThanOrEqual(2);
          expect(parsed.data).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the length of a text", () => {
  it.each([
    ["", 0],
    ["Noa", 3],
    ["🌺", 1],
    ["👩🏽‍🚀", 3],
    ["\u200b\u200e\ufeff", 0],
    ["ʻŌ", 2],
  ])("of %j is %i", (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });
});

describe("the email field", () => {
  it.each([
    "noa@example.org",
    "Noa.K+list@Example.ORG",
    "a@b",
    "o'brien@example.org",
    "a.b..c@example.org",
    "!#$%&'*+/=?^_`{|}~-@example.org",
    "noa@xn--hawaii-j5a.example",
    `noa@${"a".repeat(63)}.org`,
  ])("accepts what <input type=email> accepts: %s", (text) => {
    expect(emailField.parse(text)).toBe(text);
  });

  it("is trimmed", () => {
    expect(emailField.parse("  noa@example.org\n")).toBe("noa@example.org");
  });

  it.each([
    "noa",
    "noa@",
    "@example.org",
    "noa@@example.org",
    "noa@example..org",
    "noa@.example.org",
    "noa@-example.org",
    "noa@example-.org",
    "noa @example.org",
    "noa@exam ple.org",
    "noa@example.org\r\nBcc: all@example.org",
    '"noa"@example.org',
    "noa@[203.0.113.7]",
    "nōa@example.org",
    "ka‘i@example.org",
    "noa@hawaiʻi..example",
    "noa@hawaiʻi.example/a",
    "noa@hawaiʻi%2eexample",
    "noa@example.org, kai@example.org",
    `noa@${"a".repeat(64)}.org`,
    "\u0000@example.org",
  ])("refuses %j with: Please enter a valid email address", (text) => {
    expect(messagesOf(emailField, text)).toEqual(["Please enter a valid email address"]);
  });

  it("says “Enter your email address” if it is empty, missing or not text", () => {
    for (const value of ["", "  ", undefined, new File(["x"], "x.txt")]) {
      expect(messagesOf(emailField, value)).toEqual(["Enter your email address"]);
    }
  });

  it("has at most 254 characters", () => {
    const domain = `@${"a".repeat(63)}.${"b".repeat(63)}.org`;
    const longest = "n".repeat(254 - domain.length) + domain;
    expect(messagesOf(emailField, longest)).toEqual([]);
    expect(messagesOf(emailField, `n${longest}`)).toEqual(["Please enter a valid email address"]);
  });

  it("never accepts white space, a control character or a second @", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.emailAddress(), fc.string()), (text) => {
        const parsed = emailField.safeParse(text);
        if (parsed.success) expect(parsed.data).toMatch(/^[!-?A-~]+@[a-zA-Z0-9.-]+$/);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(["a-", "a."])("quickly refuses text designed for catastrophic backtracking: %s", async (part) => {
    const refuse = () => messagesOf(emailField, `a@${part.repeat(40_000)}`);
    expect(await leastCpuTime(refuse, 1000)).toBeLessThan(1000);
  });
});

describe("the honeypot for bots", () => {
  it.each([
    [undefined, false],
    ["", false],
    ["x", true],
    [" ", true],
    [new File(["x"], "x.txt"), true],
    [["a", "b"], true],
  ])("is never an error, and marks any content (%#)", (value, marked) => {
    expect(honeypotField.parse(value)).toBe(marked);
  });
});

describe("an accepted email address", () => {
  const address = fc.oneof(
    fc.emailAddress(),
    fc.string({
      unit: fc.constantFrom("a", "@", ".", "-", "\r", "\n", " ", ",", ";", "<", '"', "%", "é", "\0"),
      maxLength: 40,
    }),
    fc.tuple(fc.string({ unit: "binary", maxLength: 10 }), fc.domain()).map((parts) => parts.join("@")),
  );

  it("is a single address without anything that could be another header, recipient or tag", () => {
    fc.assert(
      fc.property(address, (typed) => {
        const parsed = emailField.safeParse(typed);
        if (!parsed.success) return;
        expect(parsed.data).toMatch(/^[!-~]+$/);
        expect(parsed.data).not.toMatch(/[<>",;:()[\]\\]/);
        expect(parsed.data.split("@")).toHaveLength(2);
        expect(parsed.data.length).toBeLessThanOrEqual(254);
        expect(emailField.parse(parsed.data)).toBe(parsed.data);
      }),
      { numRuns: 2000 },
    );
  });

  it("is quickly distinguished from an invalid one, however long that is", async () => {
    for (const text of [
      "a".repeat(50_000),
      `a@${"a-".repeat(20_000)}`,
      `a@${"a.".repeat(20_000)}`,
      "@".repeat(50_000),
    ]) {
      const refuse = () => expect(emailField.safeParse(text).success).toBe(false);
      expect(await leastCpuTime(refuse, 250)).toBeLessThan(250);
    }
  });
});

describe("a search", () => {
  it.each([
    ["  Kāneʻohe ", "Kāneʻohe"],
    ["Ka\u0304ne", "Kāne"],
    ["a\u0000b\r\nc\u2028d", "a b c d"],
    ["\ud800", "\ufffd"],
    [null, ""],
  ])("for %j is normalized to %j", (typed, meant) => {
    expect(searchText(typed, 100)).toBe(meant);
  });

  it("is well-formed, within its limit and without control characters, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 150 }), (typed) => {
        const meant = searchText(typed, 100);
        expect(meant.isWellFormed()).toBe(true);
        expect(meant.length).toBeLessThanOrEqual(100);
        expect(meant).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("an email address that was pasted", () => {
  it.each([
    "kai@example.org\u200b",
    "\u202akai@example.org\u202c",
    "ka\u00adi@example.org",
    "kai＠example.org",
    "ｋａｉ@example.org",
    "<kai@example.org>",
    "mailto:kai@example.org",
    "kai@example.org.",
    "kai@example.org,",
    "kai@example.org>;",
    "kai@example。org",
  ])("is taken as it was meant: %j", (text) => {
    expect(emailField.parse(text)).toBe("kai@example.org");
  });

  it.each([
    ["o’connor@example.org", "o'connor@example.org"],
    ["x@müller.example", "x@xn--mller-kva.example"],
    ["noa@hawaiʻi.example", "noa@xn--hawaii-mjd.example"],
    ["noa@HawaiʻI.example.", "noa@xn--hawaii-mjd.example"],
  ])("%s is taken for %s", (text, address) => {
    expect(emailField.parse(text)).toBe(address);
  });

  it("is its own result, whatever surrounds it", () => {
    const around = fc.string({ unit: fc.constantFrom("\u200b", " ", "\u2060", "\ufeff") });
    fc.assert(
      fc.property(
        around,
        fc.emailAddress(),
        around,
        fc.constantFrom("", ".", ",", ";", ">"),
        (before, email, after, end) => {
          expect(pastedAddress(before + email + end + after)).toBe(email);
        },
      ),
    );
  });

  it("means the same address when it is pasted once more", () => {
    const letters = fc.constantFrom("a", "é", "ʻ", "’", "'", "@", ".", ",", "%", "/", "\u200b", "山", "。", "xn--");
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: letters }), fc.string({ unit: "binary" })), (text) => {
        const once = emailField.safeParse(text);
        if (once.success) expect(pastedAddress(once.data)).toBe(once.data);
      }),
      { numRuns: 2000 },
    );
  });
});
