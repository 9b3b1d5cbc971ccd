import { describe, expect, it } from "vitest";
import { linesOfText, mostLines, textOfFile } from "./imported-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark: number[]) =>
  Uint8Array.from([...mark, ...[...text].flatMap((character) => [character.charCodeAt(0), 0])]);

describe("textOfFile", () => {
  it.each([
    ["nothing", new Uint8Array(), "The file is empty."],
    ["UTF-16 that is cut off", Uint8Array.from([0xff, 0xfe, 0x65]), "The file is not text that we can read."],
    ["zeros", Uint8Array.from([0x65, 0, 0, 0, 1]), "The file is not text that we can read."],
    ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x1a, 0xff]), "The file is not text that we can read."],
    ["an old spreadsheet", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), "This is a spreadsheet, and no text."],
    ["a spreadsheet", Uint8Array.from([0x50, 0x4b, 3, 4, 20]), "This is a spreadsheet or a ZIP file, and no text."],
  ])("rejects %s with a message", (_, bytes, words) => {
    expect(textOfFile(bytes)).toEqual({ fault: expect.stringContaining(words) });
  });

  it("returns the text of UTF-16, by its mark or its zeros, and of Windows-1252, which it names", () => {
    for (const mark of [[0xff, 0xfe], []]) expect(textOfFile(utf16("email", mark))).toEqual({ text: "email" });
    expect(textOfFile(Uint8Array.from([0xfe, 0xff, 0x01, 0x4d]))).toEqual({ text: "ō" });
    expect(textOfFile(Uint8Array.from([0x4b, 0xe4, 0x69, 0x93]))).toEqual({ text: "Käi“", encoding: "windows-1252" });
  });

  it("returns the text of UTF-8, with or without a byte order mark", () => {
    expect(textOfFile(utf8("Keʻala"))).toEqual({ text: "Keʻala" });
    expect(textOfFile(utf8("\ufeffKeʻala"))).toEqual({ text: "Keʻala" });
  });
});

describe("linesOfText", () => {
  it.each([
    ["nothing", " \n ", "The file is empty."],
    ["empty lines and commas alone", "\n\n", "The file is empty."],
    ["a head alone", "email,name\n", "There is nothing below the first line"],
    ["no head", "kai@example.org\nnoa@example.org\n", "The first line has to name the columns"],
    ["a million columns", `${"a,".repeat(1_000_000)}a\nx`, "The first line names 1,000,001 columns, and at most 100"],
    ["XML", '<?xml version="1.0"?><schedule/>', "This is XML, not a table or a calendar."],
    ["a web page", "<!DOCTYPE html><table></table>", "This is a web page, not a table."],
    ["an address", "webcal://example.org/feed.ics\n", "This is the address of a file."],
    ["a calendar, where none is read", "BEGIN:VCALENDAR\nEND:VCALENDAR", "This is a calendar. Import it as events."],
    ["broken JSON", '[{"title": "Talk"', "This looks like JSON, but it is broken or cut off."],
    ["JSON without records", '{"a": 1}', "This is JSON, but not a list of records."],
    ["a quotation mark", 'email\n"kai@example.org\n', "The quotation mark that opens on line 2 is never closed."],
    ["too many lines", `email\n${"x\n".repeat(mostLines + 1)}`, "more than 5,000 lines below the first one"],
  ])("rejects a text that has %s, with a message", (_, text, words) => {
    expect(linesOfText(text)).toEqual({ fault: expect.stringContaining(words) });
  });

  it("finds the line that names the columns below a title, and says so", () => {
    const fields = [{ name: "email", label: "Email", short: "Email", isRequired: true, headers: ["email"] }];
    const read = linesOfText("Attendee summary\nEvent: Harbor walk\n\nName,Email\nKai,kai@example.org", fields);
    expect(read).toMatchObject({
      ...{ columns: ["Name", "Email"], lines: [{ line: 5, cells: ["Kai", "kai@example.org"] }] },
      notes: ["Line 4 names the columns; what is above it was left out."],
    });
  });

  it("reads the records of JSON, also of the only list in an object", () => {
    const read = linesOfText(
      '{"site": "x", "liked": [{"title": "A", "tags": ["a", "b"]}, {"title": "B", "at": null}]}',
    );
    expect(read).toMatchObject({
      columns: ["title", "tags", "at"],
      lines: [{ cells: ["A", "a, b", ""] }, { cells: ["B", "", ""] }],
    });
  });

  it("reads 5,000 lines", () => {
    const read = linesOfText(`email\n${"x\n".repeat(mostLines)}`);
    expect("lines" in read && [read.columns, read.lines.length]).toEqual([["email"], mostLines]);
  });
});
