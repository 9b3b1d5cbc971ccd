import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRecord } from "./csv.ts";
import { fileResponse } from "./file-response.ts";

/** Reads RFC 4180 strictly by its grammar. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /"((?:[^"]|"")*)"(,|\r\n)/y;
  for (let at = 0; at < text.length; at = field.lastIndex) {
    field.lastIndex = at;
    const [, quoted = "", end] = field.exec(text) ?? expect.fail(`no CSV from ${at}: ${text.slice(at, at + 40)}`);
    record.push(quoted.replaceAll('""', '"'));
    if (end === "\r\n") {
      records.push(record);
      record = [];
    }
  }
  expect(record, "a record without its end").toEqual([]);
  return records;
}

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "=",
      "+",
      "-",
      "@",
      "＝",
      "＋",
      "－",
      "＠",
      ";",
      "\t",
      "\r",
      "\n",
      '"',
      ",",
      "'",
      " ",
      "ʻ",
      "ā",
      "1",
    ),
  }),
);
const unguarded = (text: string) => (/^'\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? text.slice(1) : text);

describe("csvRecord", () => {
  it.each([
    [["Kaleo", "a@example.org"], '"Kaleo","a@example.org"\r\n'],
    [["Kāne, Keʻala", 'the "first"'], '"Kāne, Keʻala","the ""first"""\r\n'],
    [["Kai;=1+1;"], '"Kai;=1+1;"\r\n'],
    [["two\nlines", "two\r\nmore"], '"two\nlines","two\r\nmore"\r\n'],
    [[null, 3, true, ""], '"","3","true",""\r\n'],
  ])("writes %j", (values, record) => {
    expect(csvRecord(values)).toBe(record);
  });

  it.each([
    ...["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", '=HYPERLINK("https://example.org")'],
    ...["＝1+1", "＋1", "－1", "＠SUM(A1)", " =1+1", " \t\r\n＝1+1", "\u3000=1+1", "\ufeff=1+1"],
  ])("guards %j so that a spreadsheet does not read it as a formula", (text) => {
    expect(readCsv(csvRecord([text]))).toEqual([[`'${text}`]]);
  });

  it("round-trips every text except for the guard, and no field begins with a formula sign", () => {
    const records = fc.array(fc.array(anyText, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(records, (rows) => {
        const read = readCsv(rows.map(csvRecord).join(""));
        expect(read.flat().some((text) => /^([\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text))).toBe(false);
        expect(read.map((row) => row.map(unguarded))).toEqual(rows.map((row) => row.map(unguarded)));
      }),
    );
  });
});

describe("fileResponse", () => {
  const now = new Date("2026-11-21T09:00:00Z");

  async function* inParts(...parts: (readonly string[][])[]) {
    yield* parts;
  }

  it("writes the UTF-8 mark, the header row and every part, and dates the file name in Honolulu time", async () => {
    const parts = inParts([["Kāne"], ["b"]], [["=c"]]);
    const answer = await fileResponse({ format: "csv", name: "waitlist-bitcoin", columns: ["name"], parts, now });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe('"name"\r\n"Kāne"\r\n"b"\r\n"\'=c"\r\n');
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8; header=present");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="waitlist-bitcoin-2026-11-20.csv"');
  });

  it("writes JSON as a list of objects, with formulas unchanged and lists of words kept as lists", async () => {
    async function* parts() {
      yield [["=1+1", ["defi", "nft"]]];
      yield [[null, 3]];
    }
    const answer = await fileResponse({
      format: "json",
      name: "library",
      columns: ["title", "tags"],
      parts: parts(),
      now,
    });
    expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="library-2026-11-20.json"');
    expect(await answer.json()).toEqual([
      { title: "=1+1", tags: ["defi", "nft"] },
      { title: null, tags: 3 },
    ]);
  });

  it("writes a list of words into one CSV field", async () => {
    async function* parts() {
      yield [[["defi", "=nft"]]];
    }
    const answer = await fileResponse({ format: "csv", name: "library", columns: ["tags"], parts: parts(), now });
    expect(await answer.text()).toContain('"defi, =nft"');
  });

  it("writes only the header row, or an empty JSON list, when there are no records", async () => {
    const empty = { name: "empty", columns: ["name", "email"], now };
    const answer = await fileResponse({ ...empty, format: "csv", parts: inParts() });
    expect(await answer.text()).toBe('"name","email"\r\n');
    expect(await (await fileResponse({ ...empty, format: "json", parts: inParts() })).json()).toEqual([]);
  });

  it("throws when the first part cannot be read, and breaks off when a later one cannot", async () => {
    async function* failing(before: number) {
      for (let part = 0; part < before; part += 1) yield [["a"]];
      throw new Error("gone");
    }
    const sheet = { format: "csv", name: "broken", columns: ["name"], now } as const;
    await expect(fileResponse({ ...sheet, parts: failing(0) })).rejects.toThrow("gone");
    const answer = await fileResponse({ ...sheet, parts: failing(2) });
    await expect(answer.text()).rejects.toThrow("gone");
  });

  it("stops reading when the receiver cancels", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1;
        yield [["a"]];
      }
    }
    const answer = await fileResponse({ format: "csv", name: "left", columns: ["name"], parts: endless(), now });
    await answer.body?.cancel();
    const atLeaving = read;
    await new Promise((done) => setTimeout(done, 20));
    expect(read).toBe(atLeaving);
    expect(read).toBeLessThan(5);
  });
});
