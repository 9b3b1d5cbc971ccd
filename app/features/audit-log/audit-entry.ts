import { pluralize } from "../../platform/text/pluralize.ts";
import { type AccessChanges, accessDetails, accessNames } from "../admins/access-words.ts";
import { columnLabel, emptyText, valueInWords } from "./column-words.ts";

export interface AuditEntry {
  verb: string;
  table_name: string;
  row_id: string;
  changes: unknown;
}

export const verbNames: Record<string, string> = {
  insert: "Added",
  update: "Changed",
  delete: "Deleted",
  erase: "Erased",
  access: "Sign-ins and sign-in settings",
};

/** Entries are counted up to this number, because the database would otherwise read the whole log for each page. */
export const mostCounted = 500;

/** Used as the row id of an entry about many rows that were changed in the same way. */
export const manyRows = "many";

const listed = ["waitlist_entries", "newsletter_subscribers"];

type Named = Readonly<Record<string, string>>;

/** What was done, in a word or two. Names and emails of people on a list are "corrected"; admins are "removed". */
export function verbOf({ verb, table_name, changes }: AuditEntry): string {
  if (verb === "access") return accessNames[(changes as AccessChanges).event] ?? "Changed sign-in settings";
  if (table_name === "admin_users" && verb === "delete") return "Removed";
  if (table_name === "imports") return verb === "delete" ? "Undone" : "Imported";
  const columns = isObject(changes) && Array.isArray(changes.columns) ? changes.columns : [];
  const isCorrection =
    verb === "update" && listed.includes(table_name) && columns.some((each) => /^(name|email)$/.test(each));
  return isCorrection ? "Corrected" : (verbNames[verb] ?? verb);
}

/** The admin page of an entry's row; undefined if it has none or the row was deleted. */
export function pageOf({ verb, table_name, row_id }: AuditEntry): string | undefined {
  const folder = {
    education_tabs: "tabs",
    education_resources: "resources",
    events: "events",
    join_links: "events",
    series: "series",
    newsletter_issues: "issues",
    articles: "articles",
    pictures: "pictures",
    contact_messages: "messages",
  }[table_name];
  return folder && verb !== "delete" ? `/admin/${folder}/${row_id}` : undefined;
}

/**
 * What changed, line by line: "Label: Media → Films" for a change, "Title: Films" for a whole row, and only "Note" if
 * the log keeps no values.
 * @param named as for `nameOf`
 */
export function linesOf({ verb, table_name, changes }: AuditEntry, named: Named = {}): string[] {
  if (verb === "access") return accessDetails(changes as AccessChanges, named);
  if (!isObject(changes)) return [];
  const inWords = (column: string, value: unknown) => valueInWords(table_name, column, value);
  const line = (column: string, text?: string) => {
    const label = columnLabel(table_name, column);
    return label === null ? [] : [text === undefined ? label : `${label}: ${text}`];
  };
  if (Array.isArray(changes.columns)) {
    const lines = changes.columns.flatMap((column) => line(String(column)));
    return typeof changes.rows === "number" ? [pluralize(changes.rows, "row"), ...lines] : lines;
  }
  const columns = Object.entries(changes);
  const isRead = ([column, value]: [string, unknown]) => inWords(column, value) !== emptyText && !isId(value);
  if (verb !== "update")
    return columns.filter(isRead).flatMap(([column, value]) => line(column, inWords(column, value)));
  return columns.flatMap(([column, change]) => {
    const { old, new: next } = isObject(change) ? change : {};
    return line(column, `${inWords(column, old)} → ${inWords(column, next)}`);
  });
}

/** Tables whose `name` is shown as a title; the log does not keep the names of people on a list. */
const isNamed = ["places", "series", "speakers", "rooms", "named_links"];

/**
 * What an entry's row was called when it was logged, else what it is called now; undefined if neither is known.
 * @param named by id: titles of rows, and email addresses of invitations and of accounts that are or were admins
 */
export function nameOf(entry: AuditEntry, named: Named) {
  const { table_name, row_id, changes } = entry;
  if (isAboutAccount(table_name)) return named[row_id] ?? "a deleted account";
  const source = table_name === "imports" && isObject(changes) && changes.source;
  const kept = isObject(changes)
    ? [source, changes.title, changes.label, isNamed.includes(table_name) && changes.name]
    : [];
  return kept.find((name) => typeof name === "string") ?? (hasTitle(entry) ? named[row_id] : undefined);
}

export function accountsIn({ table_name, row_id, changes }: AuditEntry): string[] {
  const { invitation, inviter } = (table_name === "access" ? changes : {}) as Partial<AccessChanges>;
  return [isAboutAccount(table_name) ? row_id : "", invitation ?? "", inviter ?? ""].filter(Boolean);
}

export const hasTitle = ({ table_name }: AuditEntry) =>
  [
    ...["education_tabs", "education_resources", "events", "join_links", "series", "programmes", "talks", "speakers"],
    ...["newsletter_issues", "articles", "pictures"],
  ].includes(table_name);

/** Whether a value is the id of a row, which tells people nothing. */
const isId = (value: unknown) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const isAboutAccount = (table: string) => table === "admin_users" || table === "access";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
