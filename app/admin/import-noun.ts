import type { Json } from "../platform/database/database.gen.ts";

import type { ImportedFile } from "./imported-file.ts";

export type ImportKind = "subscribers" | "resources" | "events";

export interface ImportField {
  name: string;
  label: string;
  /** of its column in a table that may be narrow */
  short: string;
  isRequired?: boolean;
  hint?: string;
  /** what files of other services call it, the surest first: letters and digits in lower case */
  headers: readonly string[];
}

/** What a line would become, or why it cannot, as a sentence. */
export type CheckedLine =
  | {
      /** with the names of those that the line says itself, where it may change what is there: the others are made up */
      checked: Record<string, Json> & { says?: string[] };
      /** two lines with the same one are one too many */
      key: string;
      /** whose line it is */
      email?: string;
    }
  | { reason: string };

/** A field of what is there already, which an import can change. */
export interface ChangedField {
  label: string;
  /** its value in words; "" for none */
  text(value: Json): string;
}

/** What can be imported: a feature says which columns it knows, and checks a line. Its SQL judges and applies. */
export interface ImportNoun {
  kind: ImportKind;
  fields: readonly ImportField[];
  /** by the names that its SQL has for them; none where nothing is changed */
  changes?: Readonly<Record<string, ChangedField>>;
  /** Reads another format than CSV; null for a text that is none. */
  read?(text: string): ImportedFile | { fault: string } | null;
  /** @param texts by the names of the fields, trimmed; "" where the line or the file has none */
  check(texts: Readonly<Record<string, string>>): CheckedLine;
}

/** Which column of a file, counted from 0, holds what. */
export type ColumnMapping = Readonly<Record<string, number>>;

const plain = (header: string) => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The columns that a file seems to have, by what its first line calls them; each is used once. */
export function guessColumns(columns: readonly string[], fields: readonly ImportField[]): ColumnMapping {
  const names = columns.map(plain);
  const guessed: Record<string, number> = {};
  for (const { name, headers } of fields) {
    const used = Object.values(guessed);
    const at = headers.map((header) => names.findIndex((each, index) => each === header && !used.includes(index)));
    const found = at.find((index) => index >= 0);
    if (found !== undefined) guessed[name] = found;
  }
  return guessed;
}

/** What of a form's selects may be so: a column of the file for each field, or none. */
export function chosenColumns(
  form: FormData,
  columns: readonly string[],
  fields: readonly ImportField[],
): ColumnMapping {
  const chosen = fields.flatMap(({ name }) => {
    const at = String(form.get(`column-${name}`) ?? "");
    return /^\d{1,3}$/.test(at) && Number(at) < columns.length ? [[name, Number(at)] as const] : [];
  });
  return Object.fromEntries(chosen);
}

/** The fields that a line cannot do without, and that no column is chosen for. */
export const missingFields = (mapping: ColumnMapping, { fields }: ImportNoun) =>
  fields.filter(({ name, isRequired }) => isRequired && mapping[name] === undefined);

/** Whether a spreadsheet would compute a text. */
export const isFormula = (text: string) => /^[=@＝＠]/.test(text);

/** The first field whose text a spreadsheet would compute. */
export const formulaIn = ({ fields }: Pick<ImportNoun, "fields">, texts: Readonly<Record<string, string>>) =>
  fields.find(({ name }) => isFormula(texts[name] ?? ""));
