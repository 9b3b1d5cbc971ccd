import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { unguarded } from "../../admin/csv.ts";
import type { CsvLine } from "../../admin/csv-reader.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import {
  type ColumnMapping,
  type FileChoices,
  guessColumns,
  heldKinds,
  importKinds,
  missingFields,
  type OldEncoding,
} from "../../admin/import-noun.ts";
import { linesOfText, textOfFile } from "../../admin/imported-file.ts";
import { isId } from "../../admin/list-page.server.ts";
import type { Json } from "../../platform/database/database.gen.ts";
import { isPassing, type Outcome, rowsOf } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { forbidden } from "../../platform/request/http.ts";
import { numberText } from "../../platform/text/number-text.ts";
import { dayOrderIn } from "../../platform/text/written-moments.ts";
import { issuesSenderOf, mailKeys } from "../mail/mail-sender.server.ts";
import { type Departures, departureOf, guessDepartures, mostWords, senses } from "./departures.ts";
import { guestPromises, type ImportedList } from "./import-nouns.ts";
import { type BuiltOn, builtOn, type Refusal, refusals } from "./import-words.ts";

const refusal = z.enum(Object.keys(refusals) as [Refusal, ...Refusal[]]);

const json = z.custom<Json>((value) => value !== undefined);

const stored = z.object({
  id: z.string(),
  kind: z.enum(importKinds),
  source: z.string(),
  created_at: z.string(),
  applied_at: z.string().nullable(),
  undone_at: z.string().nullable(),
});

/** @property file the name of the file; null if its text was pasted */
const listed = stored.extend({ file: z.string().nullable() });

const fileChoices = z.object({
  file: z.string().optional(),
  day_order: z.enum(["month-first", "day-first", "unknown"]).optional(),
  encoding: z.enum(["windows-1252"]).optional(),
  with: z.array(z.enum(heldKinds)).optional(),
  guests: z.enum(["came", "coming"]).optional(),
  mails: z.boolean().optional(),
  repeats: z.literal("dates").optional(),
  folders: z.enum(["tabs", "tags"]).optional(),
  notes: z.array(z.string()).optional(),
});

const page = stored.extend({
  agreed_text: z.string().nullable(),
  columns: z.array(z.string()),
  mapping: z.record(z.number()),
  departures: z.object({
    columns: z.record(z.enum(senses)),
    words: z.record(z.enum(["stays", "unknown"])),
  }),
  choices: fileChoices,
  /** of guests */
  event_id: z.string().nullable(),
  /** two values with letters that depend on how the bytes of the file were read; null if it is in UTF-8 */
  samples: z.array(z.string()).nullable(),
  can_undo_until: z.string().nullable(),
  counts: z.object({
    new: z.number(),
    there: z.number(),
    changed: z.number(),
    refused: z.number(),
    made: z.number(),
    rewritten: z.number(),
    /** people who were imported before, have not confirmed, and left according to this file */
    departed: z.number(),
  }),
  /** what an undone import of events has left, and why; null otherwise */
  stayed: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        why: z.array(z.enum(Object.keys(builtOn) as [BuiltOn, ...BuiltOn[]])),
      }),
    )
    .nullable(),
  rows: z.array(
    z.object({
      line: z.number(),
      /** null once the import is applied */
      cells: z.array(z.string()).nullable(),
      state: z.enum(["new", "there", "changed", "refused"]),
      refusal: refusal.nullable(),
      reason: z.string().nullable(),
      /** for each field of a changed line, the existing value and the line's value */
      changes: z.record(z.tuple([json]).rest(json)).nullable(),
      notes: z.array(z.string()).nullable(),
      /** whether what it created or changed is still in effect, as far as the import knows */
      is_made: z.boolean(),
      is_public: z.boolean(),
    }),
  ),
});

export type StoredImport = z.output<typeof stored>;
export type ListedImport = z.output<typeof listed>;
export type ImportPage = z.output<typeof page>;

export const promiseOf = ({ kind, promise }: ImportedList, env: Env, { guests }: FileChoices = {}) =>
  kind !== "subscribers"
    ? guests
      ? guestPromises[guests]
      : promise
    : `${promise} ${
        issuesSenderOf(env)
          ? "At Subscribers you can ask the others once to confirm: those who do not within 30 days of that email are deleted. Until you ask, they stay on the list and get nothing."
          : "This site does not send the newsletter itself now, so nobody can be asked to confirm: they stay on the list until it does, or until you remove them."
      }`;

export async function listImports({ database }: Admin): Promise<ListedImport[]> {
  return z.array(listed).parse(rowsOf(await database.rpc("list_imports")));
}

const insufficientPrivilege = "42501";

/** Finds an import with fifty of its lines; null if there is none. @throws DatabaseUnavailable, 403 */
export async function findImport({ database }: Admin, id: string | undefined, state = "", number = 1) {
  if (!isId(id)) return null;
  const answer = await database.rpc("import_page", { p_id: id, p_state: state, p_page: number });
  if (answer.error?.code === insufficientPrivilege) throw forbidden();
  return answer.error || answer.data ? page.parse(rowsOf(answer)) : null;
}

interface GivenText {
  text: string;
  encoding?: OldEncoding;
}

export async function textOfUpload({
  file,
  text,
}: {
  file?: File;
  text?: string;
}): Promise<GivenText | { fault: string }> {
  if (file && file.size > 0) return textOfFile(new Uint8Array(await file.arrayBuffer()));
  if (file?.name) return { fault: "The file is empty." };
  return text?.trim() ? { text } : { fault: "Choose a file, or paste its text." };
}

interface Staged {
  id: string;
  source: string;
  agreed_text: string | null;
  event_id: string | null;
}

/** Reads a file with columns guessed from their names; what it does not tell is left to choose. */
export async function readGiven(
  noun: ImportedList,
  { text, encoding }: GivenText,
): Promise<{ fault: string } | (CheckedLines & { columns: string[] })> {
  const read = (await noun.read?.(text)) ?? linesOfText(text, noun.fields);
  if ("fault" in read) return read;
  const { columns, lines, notes } = read;
  const mapping = guessColumns(columns, noun.fields);
  const departures = isOfPeople(noun) ? guessDepartures(columns, lines, mapping) : noDepartures;
  const choices: FileChoices = { day_order: dayOrderOf(noun, lines, mapping), encoding, notes };
  return { columns, ...checkLines(noun, lines, columns, { mapping, departures, choices }) };
}

/** Stages a file for review. @returns the outcome, or why it cannot be read */
export async function stageImport(
  context: AppLoadContext,
  admin: Admin,
  noun: ImportedList,
  staged: Staged,
  given: GivenText,
  chosen: FileChoices = {},
): Promise<{ fault: string } | { outcome: Outcome<"stage_import"> }> {
  const read = await readGiven(noun, given);
  if ("fault" in read) return read;
  const choices = { ...read.choices, ...chosen };
  return { outcome: await stage(context, admin, noun, staged, read.columns, { ...read, choices }) };
}

/** Which of month and day comes first in the dates of a file, as far as they tell. */
function dayOrderOf({ fields }: ImportedList, lines: readonly Pick<CsvLine, "cells">[], mapping: ColumnMapping) {
  const columns = fields.flatMap(({ name, isDate }) => (isDate ? (mapping[name] ?? []) : []));
  return dayOrderIn(lines.flatMap(({ cells }) => columns.map((at) => cells[at] ?? "")));
}

export async function completeLines(
  context: AppLoadContext,
  admin: Admin,
  noun: ImportedList,
  found: ImportPage,
  typed: ReadonlyMap<number, string>,
): Promise<Outcome<"stage_import">> {
  const { field = "", label = "" } = noun.completes ?? {};
  const own = found.mapping[field];
  const at = own ?? found.columns.length;
  const columns = own === undefined ? [...found.columns, label] : found.columns;
  const reading = { ...found, mapping: { ...found.mapping, [field]: at } };
  return chooseColumns(context, admin, noun, { ...found, columns }, reading, ({ line, cells }) =>
    typed.has(line) ? columns.map((_, index) => (index === at ? typed.get(line) : cells[index]) ?? "") : cells,
  );
}

export async function chooseColumns(
  context: AppLoadContext,
  admin: Admin,
  noun: ImportedList,
  found: ImportPage,
  reading: Reading,
  cellsOf: (kept: Pick<CsvLine, "line" | "cells">) => string[] = ({ cells }) => cells,
): Promise<Outcome<"stage_import">> {
  const { database } = await withTimeToExport(context, admin);
  const answer = await database.rpc("import_lines", { p_id: found.id });
  const kept = z
    .array(keptLine)
    .nullable()
    .parse(answer.error ? rowsOf(answer) : answer.data);
  if (!kept) return "already-applied";
  const [broken, whole] = [kept.filter(isBroken), kept.filter((line) => !isBroken(line))];
  const lines = whole.map((each) => {
    const cells = cellsOf(each);
    return { line: each.line, cells, count: cells.length, isBroken: false };
  });
  const choices = {
    ...found.choices,
    ...reading.choices,
    day_order: reading.choices?.day_order ?? dayOrderOf(noun, lines, reading.mapping),
  };
  const { rows, ...read } = checkLines(noun, lines, found.columns, { ...reading, choices });
  return stage(context, admin, noun, found, found.columns, { ...read, rows: [...broken, ...rows] });
}

const keptLine = z.object({
  line: z.number(),
  cells: z.array(z.string()),
  refusal: refusal.nullable(),
  reason: z.string().nullable(),
});

const isBroken = ({ refusal }: z.output<typeof keptLine>) =>
  refusal === "too-many-values" || refusal === "broken-quotes";

async function stage(
  context: AppLoadContext,
  admin: Admin,
  noun: ImportedList,
  { id, source, agreed_text, event_id }: Staged,
  columns: string[],
  { rows, mapping, departures, choices }: CheckedLines,
) {
  const emails = rows.flatMap(({ email }) => email ?? []);
  const digests = await mailKeys(context.env, emails);
  const keys = new Map(emails.map((email, at) => [email, digests[at]]));
  const { database } = await withTimeToExport(context, admin);
  return rowsOf(
    await answered(() =>
      database.rpc("stage_import", {
        p_id: id,
        p_kind: noun.kind,
        p_source: source,
        // The generated types allow no null arguments.
        p_agreed_text: agreed_text as string,
        p_columns: columns,
        p_mapping: mapping,
        p_rows: rows.map((row) => ({
          ...withOrigin(row, context.origin),
          address_key: row.email ? keys.get(row.email) : undefined,
        })),
        p_departures: departures,
        p_choices: choices,
        ...(event_id ? { p_event: event_id } : {}),
      }),
    ),
  );
}

/**
 * Calls once more if no answer came. The first call may have been carried out all the same; as the id of an import
 * is that of its form, the second one then changes nothing and tells what the first has done.
 */
async function answered<Answer extends { status: number }>(call: () => PromiseLike<Answer>): Promise<Answer> {
  const answer = await call();
  return isPassing(answer) ? call() : answer;
}

interface StagedLine {
  line: number;
  cells: string[];
  checked?: Record<string, Json>;
  email?: string;
  refusal?: Refusal | null;
  reason?: string | null;
}

/** Marks whether the UID of a line is one of ours: another calendar must not name our events. */
function withOrigin(row: StagedLine, origin: string): StagedLine {
  const { uid } = row.checked ?? {};
  if (typeof uid !== "string") return row;
  const [, host] = /@([^@\s]*)/.exec(uid) ?? [];
  return { ...row, checked: { ...row.checked, is_ours: host === undefined || host === new URL(origin).hostname } };
}

export interface Reading {
  mapping: ColumnMapping;
  departures: Departures;
  choices?: FileChoices;
}

interface CheckedLines extends Reading {
  rows: StagedLine[];
}

const noDepartures: Departures = { columns: {}, words: {} };

const isOfPeople = ({ kind }: ImportedList) => kind === "subscribers";

/** Determines what each line would become, or why it is refused. Also returns the words that an admin is asked about. */
export function checkLines(
  noun: ImportedList,
  lines: readonly CsvLine[],
  columns: readonly string[],
  { mapping, departures, choices = {} }: Reading,
): CheckedLines {
  const missing = missingFields(mapping, noun);
  const most = columns.length;
  const read = lines.map(({ cells: all, ...line }) => {
    const cells = all.slice(0, most);
    if (missing[0] || line.count > most || line.isBroken) return { ...line, cells, result: null, departure: null };
    const texts = noun.fields.map(({ name }) => [name, unguarded(cells[mapping[name] ?? -1] ?? "")] as const);
    const result = noun.check(Object.fromEntries(texts), choices);
    return { ...line, cells, result, departure: departureOf(columns, cells, departures) };
  });
  const leaving = new Map<string, number>();
  const words = new Set<string>();
  for (const { line, result, departure } of read) {
    if (!departure || !result || "reason" in result) continue;
    if (departure.hasLeft) leaving.set(result.key, leaving.get(result.key) ?? line);
    else if (departure.word && words.size < mostWords) words.add(departure.word);
  }
  const seen = new Map<string, number>();
  const rows = read.map(({ line, cells, count, isBroken, result, departure }): StagedLine => {
    const refused = (refusal: Refusal, reason?: string, email?: string) => ({ line, cells, refusal, reason, email });
    if (count > most)
      return refused(
        "too-many-values",
        `It has more values than the first line has columns: ${numberText(count)} for ${most}.`,
      );
    if (isBroken) return refused("broken-quotes");
    if (!result) return refused("no-column", `No column is chosen for: ${missing[0]?.label}.`);
    if ("reason" in result) return refused("unfit", result.reason);
    if (departure?.hasLeft) return refused("departed", departure.reason, result.email);
    const left = leaving.get(result.key);
    if (left !== undefined) return refused("unfit", `Line ${numberText(left)} says that this person left.`);
    if (departure) return refused("unfit", departure.reason);
    const first = seen.get(result.key);
    if (first !== undefined) return refused("twin", `It is the same as line ${numberText(first)}.`);
    seen.set(result.key, line);
    return { line, cells, checked: result.checked, ...(result.email ? { email: result.email } : {}) };
  });
  const asked = [...words].map((word) => [word, "unknown"] as const);
  return {
    rows,
    mapping,
    choices,
    departures: { ...departures, words: { ...departures.words, ...Object.fromEntries(asked) } },
  };
}

/** Creates what each new line describes and, if `withChanges`, changes existing data: all of it or nothing. */
export async function applyImport(
  context: AppLoadContext,
  admin: Admin,
  id: string,
  withChanges: boolean,
): Promise<Outcome<"apply_import">> {
  const { database } = await withTimeToExport(context, admin);
  return rowsOf(await answered(() => database.rpc("apply_import", { p_id: id, p_changes: withChanges })));
}

/** Undoes what an import created and changed, except what was changed or used since. */
export async function undoImport(context: AppLoadContext, admin: Admin, id: string): Promise<Outcome<"undo_import">> {
  const { database } = await withTimeToExport(context, admin);
  return rowsOf(await answered(() => database.rpc("undo_import", { p_id: id })));
}

export async function discardImport({ database }: Admin, id: string): Promise<boolean> {
  return rowsOf(await database.rpc("discard_import", { p_id: id }));
}
