import { numberText } from "../platform/text/number-text.ts";
import { mostColumns } from "./csv-reader.ts";
import type { ImportedFile } from "./import-noun.ts";

const notRecords = "This is JSON, but not a list of records. Export a CSV file instead.";

/** Reads the records of a JSON file as the lines of a table: a list of objects, also as the only list in an object. */
export function readRecords(text: string, most: number): ImportedFile | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return { fault: "This looks like JSON, but it is broken or cut off. Export it again, or as CSV." };
  }
  const records = listIn(value);
  if (!records) return { fault: notRecords };
  if (records.length === 0) return { fault: "There is nothing in this file." };
  if (records.length > most) return { fault: `The file has more than ${numberText(most)} records.` };
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))].slice(0, mostColumns);
  const lines = records.map((record, index) => {
    const cells = columns.map((column) => textOf(record[column]));
    return { line: index + 1, cells, count: cells.length, isBroken: false };
  });
  return {
    columns: columns.map((column) => column.slice(0, 200)),
    lines,
    notes: ["The lines are the records of a JSON file, counted from 1."],
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function listIn(value: unknown): Record<string, unknown>[] | null {
  const lists = Array.isArray(value) ? [value] : isRecord(value) ? Object.values(value).filter(Array.isArray) : [];
  const [list] = lists;
  return lists.length === 1 && list?.every(isRecord) ? list : null;
}

/** A list of words becomes one text with commas, as in our own CSV files; what is nested deeper is left out. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string").join(", ");
  return typeof value === "object" || value === undefined ? "" : String(value).trim();
}
