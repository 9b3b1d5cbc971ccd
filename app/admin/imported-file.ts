import { numberText } from "../platform/text/number-text.ts";
import { type CsvLine, mostColumns, readCsv } from "./csv-reader.ts";

/** The most lines below the first one. */
export const mostLines = 5000;

/** The byte limit of the form with the file, enforced by the front door. */
export const importBodyLimit = 2 * 1024 * 1024;

export interface ImportedFile {
  columns: string[];
  lines: CsvLine[];
}

const anew = "Save it in UTF-8 and choose it again.";

const hasBytes = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** Returns the text of a file, or a message saying why it cannot be read. */
export function textOfFile(bytes: Uint8Array): { text: string } | { fault: string } {
  if (bytes.byteLength === 0) return { fault: "The file is empty." };
  if (hasBytes(bytes, 0x50, 0x4b, 0x03, 0x04))
    return {
      fault:
        "This is a spreadsheet or a ZIP file, and no text. Save a spreadsheet as CSV in UTF-8, unpack a ZIP file, and choose it again.",
    };
  if (hasBytes(bytes, 0xff, 0xfe) || hasBytes(bytes, 0xfe, 0xff) || bytes.subarray(0, 1000).includes(0))
    return { fault: `The file is in UTF-16, or no text at all. ${anew}` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { fault: `The file is not in UTF-8. ${anew}` };
  }
}

/** Returns the lines of a CSV file whose first line names the columns, or a message saying why there are none. */
export function linesOfText(text: string): ImportedFile | { fault: string } {
  if (text.trim() === "") return { fault: "The file is empty." };
  const read = readCsv(text, mostLines + 1);
  if ("fault" in read) {
    return read.fault === "too-many"
      ? {
          fault: `The file has more than ${numberText(mostLines)} lines below the first one. Split it, and import the parts.`,
        }
      : { fault: `The quotation mark that opens on line ${numberText(read.line)} is never closed.` };
  }
  const [first, ...lines] = read.lines;
  if (!first) return { fault: "The file is empty." };
  if (first.count > mostColumns) {
    return {
      fault: `The first line names ${numberText(first.count)} columns, and at most ${mostColumns} can be read.`,
    };
  }
  if (first.cells.some((cell) => cell.includes("@")))
    return { fault: "The first line has to name the columns, for example “email”. This one has an address." };
  if (lines.length === 0) return { fault: "There is nothing below the first line, which names the columns." };
  return { columns: first.cells.map((cell) => cell.slice(0, 200)), lines };
}
