import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../platform/cpu-time.fixture.ts";
import { csvRecord } from "./csv.ts";
import { mostColumns, readCsv } from "./csv-reader.ts";

const read = (text: string, most = 10) => {
  const answer = readCsv(text, most);
  return "lines" in answer ? answer.lines.map(({ cells }) => cells) : answer;
};

describe("readCsv", () => {
  it.each([
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\rc,d\r",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["\ufeffemail\nkai@example.org", [["email"], ["kai@example.org"]]],
    ['"a, b","say ""aloha"""\n', [["a, b", 'say "aloha"']]],
    [
      "email;name\nkai@example.org;Kai, of Hilo",
      [
        ["email", "name"],
        ["kai@example.org", "Kai, of Hilo"],
      ],
    ],
    [
      "Name\tUser ID\nKeʻala\t1",
      [
        ["Name", "User ID"],
        ["Keʻala", "1"],
      ],
    ],
    [
      '"Doe, Jane";email\nx;y',
      [
        ["Doe, Jane", "email"],
        ["x", "y"],
      ],
    ],
    [
      "a,b\n\n\r\nc,\n",
      [
        ["a", "b"],
        ["c", ""],
      ],
    ],
    [",\n", []],
    [
      "sep=;\r\nTitle;Place\r\nWorkshop;Room 2, upstairs",
      [
        ["Title", "Place"],
        ["Workshop", "Room 2, upstairs"],
      ],
    ],
    ["Attendees\n\nName;Email;If any, where\nKai;", [["Attendees"], ["Name", "Email", "If any, where"], ["Kai", ""]]],
    ["", []],
  ])("reads %j", (text, records) => {
    expect(read(text)).toEqual(records);
  });

  it("reports the line on which each record begins when values span several lines", () => {
    const answer = readCsv('a,b\n"two\r\nlines\n",x\n\nlast,y\n', 10);
    expect("lines" in answer && answer.lines.map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  it("counts the values of a line up to the last one that is not empty", () => {
    const answer = readCsv("email,name\nkai@example.org,Kai,\nnoa@example.org,Noa,,x,,\n", 10);
    expect("lines" in answer && answer.lines.map(({ count }) => count)).toEqual([2, 2, 4]);
    const named = readCsv("sep=;\na;b\n", 10);
    expect("lines" in named && named.lines.map(({ line }) => line)).toEqual([2]);
  });

  it("reports an unclosed quotation mark and flags lines with text after a closing one", () => {
    expect(read('a\nb\n"never\nclosed,x\n')).toEqual({ fault: "unclosed", line: 3 });
    const answer = readCsv('a,b\n"x"y,z\n', 10);
    expect("lines" in answer && answer.lines.map(({ isBroken }) => isBroken)).toEqual([false, true]);
  });

  it("reads at most the given number of lines and skips empty ones", () => {
    expect(read("a\n\nb\n\nc\n", 3)).toHaveLength(3);
    expect(read("a\nb\nc\nd\n", 3)).toEqual({ fault: "too-many" });
  });

  it("reads lines of a million commas within a second and keeps at most a hundred values", async () => {
    const text = `email,name\n${",".repeat(1_000_000)}x\n${'"",'.repeat(300_000)}x`;
    expect(await leastCpuTime(() => readCsv(text, 10), 1000)).toBeLessThan(1000);
    const answer = readCsv(text, 10);
    expect("lines" in answer && answer.lines.map(({ cells, count }) => [cells.length, count])).toEqual([
      [2, 2],
      [mostColumns, 1_000_001],
      [mostColumns, 300_001],
    ]);
  });

  it("round-trips our own exports, except for spaces around values and the formula guard", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "ʻ", ",", ";", '"', "\n", "\r\n", " ", "1") });
    const rows = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, (records) => {
        const file = ["x,y,z\r\n", ...records.map(csvRecord)].join("");
        const expected = records
          .map((record) => record.map((each) => each.trim()))
          .filter((each) => each.some(Boolean));
        const found = (read(file, 100) as string[][]).slice(1);
        const unguarded = found.map((record) => record.map((each) => each.replace(/^'\s*/, "")));
        expect(unguarded.filter((each) => each.some(Boolean))).toEqual(expected);
      }),
    );
  });
});
