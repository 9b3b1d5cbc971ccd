export type CsvValue = string | number | boolean | null;

/** What a spreadsheet would take for the beginning of a formula: its signs, full-width too, whatever space is before them. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * One record of RFC 4180 with its line end. A value that a spreadsheet would compute gets a leading apostrophe, and each is
 * quoted, so that none becomes two where a semicolon separates.
 */
export const csvRecord = (values: readonly CsvValue[]) => `${values.map(csvField).join(",")}\r\n`;

function csvField(value: CsvValue): string {
  const text = value === null ? "" : String(value);
  return `"${formula.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
}

/** What a value was before `csvRecord` put an apostrophe before it. */
export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text);

/** Spreadsheets take a file for UTF-8 only when it begins with this mark. */
export const byteOrderMark = "\ufeff";
