export type CsvValue = string | number | boolean | null;

/** What a spreadsheet takes for the start of a formula: its signs, full-width ones too, after any whitespace. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * Returns one RFC 4180 record with its line end. A value that a spreadsheet would compute gets a leading apostrophe,
 * and every value is quoted, so that none is split where the reader separates by semicolons.
 */
export const csvRecord = (values: readonly CsvValue[]) => `${values.map(csvField).join(",")}\r\n`;

function csvField(value: CsvValue): string {
  const text = value === null ? "" : String(value);
  return `"${formula.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
}

/** Returns the value as it was before `csvRecord` put an apostrophe in front of it. */
export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text);

/** Spreadsheets recognize UTF-8 only in a file that begins with this mark. */
export const byteOrderMark = "\ufeff";
