/** What a reader of CSV finds on a line of the file, counted from 1: a record may go on over several. */
export interface CsvLine {
  line: number;
  /** at most as many as `mostColumns` */
  cells: string[];
  /** all that the line has */
  count: number;
  /** something stands behind a closing quotation mark */
  isBroken: boolean;
}

/** No export that we know has as many; the rest of a line is counted and not kept. */
export const mostColumns = 100;

const separators = [",", ";", "\t"] as const;

type Read = { lines: CsvLine[] } | { fault: "unclosed"; line: number } | { fault: "too-many" };

/**
 * Reads RFC 4180, also with line ends of one character and with semicolons or tabs between the values, whichever the first
 * line has most of. Empty lines are left out.
 * @param most lines that are read, the first included
 */
export function readCsv(text: string, most: number): Read {
  const separator = separatorOf(text);
  const lines: CsvLine[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const record: CsvLine = { line, cells: [], count: 0, isBroken: false };
    for (;;) {
      let value: string;
      if (text[at] === '"') {
        const end = closingQuote(text, at + 1);
        if (end < 0) return { fault: "unclosed", line };
        const quoted = text.slice(at + 1, end);
        line += quoted.match(/\r\n?|\n/g)?.length ?? 0;
        value = quoted.replaceAll('""', '"');
        at = end + 1;
        const rest = endOfValue(text, at, separator);
        if (rest > at) record.isBroken = true;
        at = rest;
      } else {
        const end = endOfValue(text, at, separator);
        value = text.slice(at, end);
        at = end;
      }
      record.count += 1;
      if (record.count <= mostColumns) record.cells.push(value.trim());
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    if (record.count === 1 && record.cells[0] === "") continue;
    if (lines.length === most) return { fault: "too-many" };
    lines.push(record);
  }
  return { lines };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

function endOfValue(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

function separatorOf(text: string): string {
  const counts = new Map<string, number>(separators.map((each) => [each, 0]));
  let isQuoted = false;
  for (const character of text.slice(0, 10_000)) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "\n" || character === "\r") break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return separators.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best));
}
