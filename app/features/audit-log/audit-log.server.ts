import type { Admin } from "../../admin/admin.server.ts";
import { perPage } from "../../admin/list-page.server.ts";
import { likePattern } from "../../admin/list-query.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { type AuditEntry, accountsIn } from "./audit-entry.ts";

interface LogQuery {
  /** a row's id, or part of a person's e-mail */
  search: string;
  table: string;
  verb: string;
  /** an account's id, `operator` for changes without an account, "" for everybody */
  person: string;
  /** shows what is older than the entry of this number */
  before: number | null;
}

/**
 * Fifty entries of the log, newest first.
 * @returns `total` counts them and all that are older; `more` says whether there are any; `named` has the addresses of
 * the admins and the invitations that they are about, by id
 * @throws DatabaseUnavailable
 */
export async function readLog({ database }: Admin, { search, table, verb, person, before }: LogQuery) {
  let select = database
    .from("audit_log")
    .select("id, at, actor, actor_email, verb, table_name, row_id, changes", { count: "exact" })
    .order("id", { ascending: false })
    .limit(perPage + 1);
  if (before !== null) select = select.lt("id", before);
  if (table) select = select.eq("table_name", table);
  if (verb) select = select.eq("verb", verb);
  if (person === "operator") select = select.is("actor", null);
  else if (person) select = select.eq("actor", person);
  if (rowId.test(search)) select = select.eq("row_id", search);
  else if (search) select = select.ilike("actor_email", likePattern(search));
  const answer = await select;
  const rows = rowsOf(answer);
  const entries = rows.slice(0, perPage);
  const named = await addressesOf(database, entries);
  return { entries, named, more: rows.length > perPage, total: answer.count ?? 0 };
}

async function addressesOf(database: Admin["database"], entries: AuditEntry[]) {
  const ids = new Set(entries.flatMap(accountsIn));
  if (ids.size === 0) return {};
  const admins = rowsOf(await database.rpc("logged_admins", { p_ids: [...ids] }));
  return Object.fromEntries(admins.map(({ id, email }) => [id, email]));
}

/** Rows are numbered by UUIDs or by whole numbers; no address looks like either. */
const rowId = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+)$/;
