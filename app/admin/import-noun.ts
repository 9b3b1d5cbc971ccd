import type { ZodError } from "zod";
import type { Json } from "../platform/database/database.gen.ts";
import type { DayOrder } from "../platform/text/written-moments.ts";
import type { CsvLine } from "./csv-reader.ts";
import { excerptOf } from "./excerpt.ts";
import type { Choices } from "./fields.ts";

export const importKinds = ["subscribers", "resources", "events", "guests"] as const;
export type ImportKind = (typeof importKinds)[number];

export type OldEncoding = "windows-1252";

export interface ImportedFile {
  columns: string[];
  lines: CsvLine[];
  /** what of the file is not in its lines, in sentences */
  notes?: string[];
}

export interface ImportField {
  name: string;
  label: string;
  /** the label in a list of lines, where it is another */
  short?: string;
  isRequired?: boolean;
  isRare?: boolean;
  /** Only a reader of another format fills it: nobody chooses or sees its column. */
  isInternal?: boolean;
  /** Its values are dates, whose order of month and day is found out for the whole file. */
  isDate?: boolean;
  hint?: string;
  /** What exports of other services call it, most reliable first: lower-case letters and digits. */
  headers: readonly string[];
}

/** What a line would become, or a sentence saying why it cannot be imported. */
export type CheckedLine =
  | {
      /**
       * Where the import may change existing rows, `says` names the fields that the line itself provides; the others
       * are defaults. `notes` are sentences about it for the admin who reviews the file.
       */
      checked: Record<string, Json> & { says?: string[]; notes?: string[] };
      /** Two lines with the same key are duplicates. */
      key: string;
      email?: string;
    }
  | { reason: string };

/** The first fault of a line: what to write instead, and the value that it has. @param given by field of the schema */
export function faultOf({ issues: [issue] }: ZodError, given: Readonly<Record<string, unknown>>): string {
  const value = given[String(issue?.path[0])];
  const said = typeof value === "string" && value !== "" ? `: “${excerptOf(value)}”` : "";
  return `${issue?.message ?? "It cannot be read"}${said}.`;
}

/** What of a calendar comes in only if an admin asks for it. */
export const heldKinds = ["canceled", "private"] as const;
export type HeldKind = (typeof heldKinds)[number];

/** How a whole file is read: found out where the file tells, else chosen by an admin. */
export type FileChoices = {
  /** the name of the file; absent if its text was pasted */
  file?: string;
  /** "unknown" until an admin has said it, where the file has dates like 5/6/2027 and none that tells */
  day_order?: DayOrder | "unknown";
  /** how its bytes were read, if it is not in UTF-8 */
  encoding?: OldEncoding;
  with?: HeldKind[];
  /** "dates": what repeats becomes single dates also where a series could have them */
  repeats?: "dates";
  /** of a list on paper: whether its people came to the event, and whether emails are sent */
  guests?: "came" | "coming";
  mails?: boolean;
  /** what folders become, other than tabs that are here already */
  folders?: "tabs" | "tags";
  notes?: string[];
};

/** A kind of data that can be imported: the feature checks each line; its SQL decides what to apply. */
export interface ImportNoun {
  kind: ImportKind;
  fields: readonly ImportField[];
  /** Labels by the names its SQL uses; absent if the import changes no existing rows. */
  changes?: {
    labels: Readonly<Record<string, string>>;
    choices?: Choices;
    texts?: Readonly<Record<string, (value: Json) => string>>;
  };
  /** The field that an admin can complete in the list of lines, and the refusal of those without it. */
  completes?: { field: string; refusal: "undescribed"; label: string; max: number };
  file?: { label: string; accept: string; others: string };
  /** Reads a format other than a table; null for a text that is not in that format. */
  read?(text: string): Promise<ImportedFile | { fault: string } | null>;
  /** @param texts trimmed values by field name; "" where the line or the file has none */
  check(texts: Readonly<Record<string, string>>, choices?: FileChoices): CheckedLine;
}

/** Maps each field to a column of the file, counted from 0. */
export type ColumnMapping = Readonly<Record<string, number>>;

export const plainName = (header: string) => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Guesses the columns of a file from the names in its first line; each column is used once. */
export function guessColumns(columns: readonly string[], fields: readonly ImportField[]): ColumnMapping {
  const names = columns.map(plainName);
  const guessed: Record<string, number> = {};
  for (const { name, headers } of fields) {
    const used = Object.values(guessed);
    const at = headers.map((header) => names.findIndex((each, index) => each === header && !used.includes(index)));
    const found = at.find((index) => index >= 0);
    if (found !== undefined) guessed[name] = found;
  }
  return guessed;
}

export function chosenColumns(
  form: FormData,
  columns: readonly string[],
  fields: readonly ImportField[],
): ColumnMapping {
  const guessed = guessColumns(
    columns,
    fields.filter(({ isInternal }) => isInternal),
  );
  const chosen = fields.flatMap(({ name, isInternal }) => {
    const own = guessed[name];
    if (isInternal) return own === undefined ? [] : [[name, own] as const];
    const at = String(form.get(`column-${name}`) ?? "");
    return /^\d{1,3}$/.test(at) && Number(at) < columns.length ? [[name, Number(at)] as const] : [];
  });
  return Object.fromEntries(chosen);
}

export const missingFields = (mapping: ColumnMapping, { fields }: ImportNoun) =>
  fields.filter(({ name, isRequired }) => isRequired && mapping[name] === undefined);
