import { describe, expect, it } from "vitest";
import { linesOfText, mostLines, textOfFile } from "./imported-file.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark: number[]) =>
  Uint8Array.from([...mark, ...[...text].flatMap((character) => [character.charCodeAt(0), 0])]);

describe("textOfFile", () => {
  it.each([
    ["nothing", new Uint8Array(), "The file is empty."],
    ["UTF-16", utf16("email", [0xff, 0xfe]), "The file is in UTF-16, or no text at all."],
    [
      "UTF-16, the other way round",
      Uint8Array.from([0xfe, 0xff, 0, 0x61]),
      "The file is in UTF-16, or no text at all.",
    ],
    ["UTF-16 without a mark", utf16("email", []), "The file is in UTF-16, or no text at all."],
    ["a spreadsheet", Uint8Array.from([0x50, 0x4b, 3, 4, 20]), "This is a spreadsheet or a ZIP file, and no text."],
    ["Latin-1", Uint8Array.from([0x4b, 0xe4, 0x69]), "The file is not in UTF-8."],
  ])("rejects %s with a message", (_, bytes, words) => {
    expect(textOfFile(bytes)).toEqual({ fault: expect.stringContaining(words) });
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
    ["a million columns", `${"a,".repeat(1_000_000)}\nx`, "The first line names 1,000,001 columns, and at most 100"],
    ["a quotation mark", 'email\n"kai@example.org\n', "The quotation mark that opens on line 2 is never closed."],
    ["too many lines", `email\n${"x\n".repeat(mostLines + 1)}`, "more than 5,000 lines below the first one"],
  ])("rejects a text that has %s, with a message", (_, text, words) => {
    expect(linesOfText(text)).toEqual({ fault: expect.stringContaining(words) });
  });

  it("reads 5,000 lines", () => {
    const read = linesOfText(`email\n${"x\n".repeat(mostLines)}`);
    expect("lines" in read && [read.columns, read.lines.length]).toEqual([["email"], mostLines]);
  });
});
