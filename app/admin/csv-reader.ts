/** One record of a CSV file. `line` is where it begins, counted from 1; a record may span several lines. */
export interface CsvLine {
  line: number;
  cells: string[];
  /** The number of values up to the last one that is not empty. */
  count: number;
  /** Whether there is text after a closing quotation mark. */
  isBroken: boolean;
}

/** More columns than any export we know of has; the rest of a line is counted but not kept. */
export const mostColumns = 100;

const separators = [",", ";", "\t"] as const;

type Read = { lines: CsvLine[] } | { fault: "unclosed"; line: number } | { fault: "too-many" };

/** The line by which Excel names the separator, before all others. */
const named = /^\ufeff?"?sep=([,;\t|])"?[,;\t|]*(?:\r\n?|\n)/i;

/**
 * Reads RFC 4180, and also single-character line ends and values separated by semicolons or tabs: the separator that
 * the first line names as Excel does, else the one that the first line with any has most of. Empty lines are skipped.
 * @param most the maximum number of lines read, including the first
 */
export function readCsv(text: string, most: number): Read {
  const [first = "", given] = named.exec(text.slice(0, 100)) ?? [];
  const separator = given ?? separatorOf(text);
  const lines: CsvLine[] = [];
  let at = first.length || (text.startsWith("\ufeff") ? 1 : 0);
  let line = first ? 2 : 1;
  while (at < text.length) {
    const record: CsvLine = { line, cells: [], count: 0, isBroken: false };
    let values = 0;
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
      values += 1;
      value = value.trim();
      if (value !== "" || record.isBroken) record.count = values;
      if (values <= mostColumns) record.cells.push(value);
      if (text[at] !== separator) break;
      at += 1;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    if (record.count === 0) continue;
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
    const isEnd = character === "\n" || character === "\r";
    if (isEnd && separators.some((each) => counts.get(each))) break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return separators.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best));
}
