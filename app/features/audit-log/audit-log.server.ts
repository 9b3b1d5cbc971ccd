import type { Admin } from "../../admin/admin.server.ts";
import { perPage } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { type AuditEntry, accountsIn, hasTitle, mostCounted } from "./audit-entry.ts";

interface LogQuery {
  /** a row's number, or a part of the address of those who made the changes */
  search: string;
  table: string;
  verb: string;
  /** an account's id, `operator` for changes without an account, "" for everybody */
  person: string;
  /** shows only entries older than the one with this number */
  before: number | null;
}

/**
 * Loads fifty entries of the log, newest first.
 * @returns `total` counts them and all older ones, up to one more than `mostCounted`; `more` says whether there are
 * older ones; `named` has, by id, what the rows are called and the email addresses of admins and invitations in them
 */
export async function readLog({ database }: Admin, asked: LogQuery) {
  const log = database.from("audit_log");
  const { search } = asked;
  const addresses =
    search && !rowId.test(search) ? rowsOf(await database.rpc("logged_addresses", { p_part: search })) : null;
  const [page, counted] = await Promise.all([
    newestFirst(log.select("id, at, actor, actor_email, verb, table_name, row_id, changes"), asked, addresses).limit(
      perPage + 1,
    ),
    newestFirst(log.select("id"), asked, addresses).limit(mostCounted + 1),
  ]);
  const rows = rowsOf(page);
  const entries = rows.slice(0, perPage);
  const named = await namesOf(database, entries);
  return { entries, named, more: rows.length > perPage, total: rowsOf(counted).length };
}

interface Narrowing {
  lt(column: "id", value: number): this;
  eq(column: "table_name" | "verb" | "actor" | "row_id", value: string): this;
  is(column: "actor", value: null): this;
  in(column: "actor_email", values: string[]): this;
  order(column: "id", options: { ascending: boolean }): this;
}

/** @param addresses of those whose entries are shown; null for everybody's, or those of the row that is searched */
function newestFirst<Query extends Narrowing>(
  query: Query,
  { search, table, verb, person, before }: LogQuery,
  addresses: string[] | null,
): Query {
  let select = query.order("id", { ascending: false });
  if (before !== null) select = select.lt("id", before);
  if (table) select = select.eq("table_name", table);
  if (verb) select = select.eq("verb", verb);
  if (person === "operator") select = select.is("actor", null);
  else if (person) select = select.eq("actor", person);
  if (addresses) select = select.in("actor_email", addresses);
  else if (search) select = select.eq("row_id", search);
  return select;
}

async function namesOf(database: Admin["database"], entries: AuditEntry[]): Promise<Record<string, string>> {
  const accounts = [...new Set(entries.flatMap(accountsIn))];
  const rows = [...new Set(entries.filter(hasTitle).map(({ row_id }) => row_id))];
  const [admins, titles] = await Promise.all([
    accounts.length > 0 ? database.rpc("logged_admins", { p_ids: accounts }) : null,
    rows.length > 0 ? database.rpc("logged_titles", { p_ids: rows }) : null,
  ]);
  const addresses = admins ? rowsOf(admins).map(({ id, email }) => [id, email]) : [];
  const called = titles ? rowsOf(titles).map(({ id, title }) => [id, title]) : [];
  return Object.fromEntries([...addresses, ...called]);
}

/** Row ids are UUIDs or whole numbers; no email address looks like either. */
const rowId = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+)$/;
