import { numberText } from "../platform/text/number-text.ts";
import { type CsvLine, mostColumns, readCsv } from "./csv-reader.ts";
import { guessColumns, type ImportedFile, type ImportField, type OldEncoding } from "./import-noun.ts";
import { readRecords } from "./json-reader.ts";

export const mostLines = 5000;

/** The byte limit of the form with the file, enforced by the front door. */
export const importBodyLimit = 2 * 1024 * 1024;

const hasBytes = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** What files begin with that are no text. */
const others: [bytes: number[], sentence: string][] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    "This is a spreadsheet or a ZIP file, and no text. Save a spreadsheet as CSV in UTF-8, unpack a ZIP file, and choose it again.",
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], "This is a spreadsheet, and no text. Save it as CSV in UTF-8, and choose it again."],
  [[0x1f, 0x8b], "This is a compressed file. Unpack it and choose it again."],
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF file. Export a CSV file instead."],
];

const noText = "The file is not text that we can read. Save it as CSV in UTF-8, and choose it again.";

export function textOfFile(bytes: Uint8Array): { text: string; encoding?: OldEncoding } | { fault: string } {
  if (bytes.byteLength === 0) return { fault: "The file is empty." };
  const other = others.find(([first]) => hasBytes(bytes, ...first));
  if (other) return { fault: other[1] };
  const wide = wideEncodingOf(bytes);
  if (wide) return decoded(bytes, wide) ?? { fault: noText };
  if (bytes.subarray(0, 1000).includes(0)) return { fault: noText };
  const read = decoded(isCalendar(bytes) ? withWholeLetters(bytes) : bytes, "utf-8");
  if (read) return read;
  const old = decoded(bytes, "windows-1252");
  return old && !/[^\P{Cc}\t\n\v\f\r]/u.test(old.text) ? { ...old, encoding: "windows-1252" } : { fault: noText };
}

function decoded(bytes: Uint8Array, encoding: string): { text: string } | null {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return null;
  }
}

function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (hasBytes(bytes, 0xff, 0xfe)) return "utf-16le";
  if (hasBytes(bytes, 0xfe, 0xff)) return "utf-16be";
  const [first, second, third, fourth] = bytes;
  if (first && second === 0 && third && fourth === 0) return "utf-16le";
  return first === 0 && second && third === 0 && fourth ? "utf-16be" : null;
}

const isCalendar = (bytes: Uint8Array) =>
  /^[\s\u00ef\u00bb\u00bf]*BEGIN:VCALENDAR/i.test(String.fromCharCode(...bytes.subarray(0, 200)));

/** Moves the line breaks of a calendar that are inside a letter behind it: lines are folded by bytes (RFC 5545, 3.1). */
function withWholeLetters(bytes: Uint8Array): Uint8Array {
  const mended = Uint8Array.from(bytes);
  const isInside = (at: number) => ((mended[at] ?? 0) & 0xc0) === 0x80;
  for (let at = mended.indexOf(0x0a); at >= 0; at = mended.indexOf(0x0a, at + 1)) {
    const blank = mended[at + 1];
    if ((blank !== 0x20 && blank !== 0x09) || !isInside(at + 2)) continue;
    let end = at + 2;
    while (isInside(end) && end < at + 5) end += 1;
    const begin = mended[at - 1] === 0x0d ? at - 1 : at;
    const fold = mended.slice(begin, at + 2);
    mended.copyWithin(begin, at + 2, end);
    mended.set(fold, end - fold.length);
  }
  return mended;
}

/** What a text is that is no table, in words; null if it may be one. */
function otherThanTable(text: string): string | null {
  if (/^BEGIN:VCALENDAR/i.test(text)) return "This is a calendar. Import it as events.";
  if (/^BEGIN:VCARD/i.test(text)) return "This is an address book, not a table. Export it as CSV.";
  if (/^<!doctype html|^<html/i.test(text) || /^<(?:table|meta|head|body)\b/i.test(text))
    return "This is a web page, not a table. Open it in a spreadsheet, save it as CSV, and choose that file.";
  if (/^<(?:\?xml|[a-z][\w:.-]*[\s/>])/i.test(text))
    return "This is XML, not a table or a calendar. Export a CSV file instead.";
  return /^(?:https?|webcal):\/\/\S+$/i.test(text)
    ? "This is the address of a file. Open it in your browser, save the file, and choose that file here."
    : null;
}

const mostAbove = 10;

/** The line that names the columns: the first, unless only a later one of the first ten names something that is known. */
function headerOf(lines: readonly CsvLine[], fields: readonly ImportField[]): number {
  const isHead = ({ cells }: CsvLine) => {
    const known = guessColumns(cells, fields);
    return fields.some(({ name, isRequired }) => isRequired && known[name] !== undefined);
  };
  const found = lines.slice(0, mostAbove).findIndex(isHead);
  const knowsAny = Object.keys(guessColumns(lines[0]?.cells ?? [], fields)).length > 0;
  return found > 0 && !knowsAny ? found : 0;
}

/** Returns the lines of a table whose first line names the columns, or a message saying why there are none. */
export function linesOfText(text: string, fields: readonly ImportField[] = []): ImportedFile | { fault: string } {
  const begin = text
    .slice(0, 2000)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (begin === "") return { fault: "The file is empty." };
  if (/^[[{]/.test(begin)) return readRecords(text, mostLines);
  const other = otherThanTable(begin.trimEnd());
  if (other) return { fault: other };
  const read = readCsv(text, mostLines + mostAbove);
  const tooMany = `The file has more than ${numberText(mostLines)} lines below the first one. Split it, and import the parts.`;
  if ("fault" in read) {
    return read.fault === "too-many"
      ? { fault: tooMany }
      : { fault: `The quotation mark that opens on line ${numberText(read.line)} is never closed.` };
  }
  const at = headerOf(read.lines, fields);
  const first = read.lines[at];
  const lines = read.lines.slice(at + 1);
  if (!first) return { fault: "The file is empty." };
  if (lines.length > mostLines) return { fault: tooMany };
  if (first.count > mostColumns) {
    return {
      fault: `The first line names ${numberText(first.count)} columns, and at most ${mostColumns} can be read.`,
    };
  }
  if (first.cells.some((cell) => cell.includes("@")))
    return { fault: "The first line has to name the columns, for example “email”. This one has an address." };
  if (lines.length === 0) return { fault: "There is nothing below the first line, which names the columns." };
  const notes = at > 0 ? [`Line ${numberText(first.line)} names the columns; what is above it was left out.`] : [];
  return { columns: first.cells.map((cell) => cell.slice(0, 200)), lines, notes };
}
