export type CsvValue = string | number | boolean | null;

/** What a spreadsheet would take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/** One record of RFC 4180 with its line end; a value that a spreadsheet would compute gets a leading apostrophe. */
export const csvRecord = (values: readonly CsvValue[]) => `${values.map(csvField).join(",")}\r\n`;

function csvField(value: CsvValue): string {
  const text = value === null ? "" : String(value);
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Spreadsheets take a file for UTF-8 only when it begins with this mark. */
export const byteOrderMark = "\ufeff";
