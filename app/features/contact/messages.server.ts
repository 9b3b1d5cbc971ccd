import type { Admin } from "../../admin/admin.server.ts";
import { isId, type ListPage, readPage } from "../../admin/list-page.server.ts";
import { type ListQuery, wordPatterns } from "../../admin/list-query.ts";
import { deleted, saved } from "../../admin/saving.server.ts";
import type { Tables } from "../../platform/database/database.gen.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { numberIn } from "./message-number.ts";
import { statuses } from "./messages.schema.ts";

export type StoredMessage = Tables<"contact_messages">;

export const messageSorts = ["latest", "earliest"] as const;
export const messageStates = ["", ...statuses, "suspected", "all"] as const;

/** Loads one page of the inbox: new and open messages unless the filter says otherwise; suspected spam is separate. */
export function listMessages({ database }: Admin, query: ListQuery): Promise<ListPage<StoredMessage>> {
  const { state = "" } = query.filters;
  return readPage(query.page, (from, to) => {
    let rows = database
      .from("contact_messages")
      .select("*", { count: "exact" })
      .eq("suspected_spam", state === "suspected")
      .range(from, to);
    const status = statuses.find((each) => each === state);
    if (status) rows = rows.eq("status", status);
    else if (state === "") rows = rows.in("status", ["new", "open"]);
    const number = numberIn(query.search);
    if (number !== null) rows = rows.eq("number", number);
    else for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
    const ascending = query.sort === "earliest";
    return rows.order("created_at", { ascending }).order("id", { ascending });
  });
}

export async function hasNoMessage({ database }: Admin): Promise<boolean> {
  return rowsOf(await database.from("contact_messages").select("id").limit(1)).length === 0;
}

export async function findMessage({ database }: Admin, id: string | undefined): Promise<StoredMessage | null> {
  if (!isId(id)) return null;
  const rows = rowsOf(await database.from("contact_messages").select().eq("id", id).limit(1));
  return rows[0] ?? null;
}

export const deleteMessage = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("contact_messages").delete(), id, version);

type Changes = Partial<Pick<StoredMessage, "status" | "note" | "suspected_spam">>;
export const changeMessage = ({ database }: Admin, id: string, changes: Changes, version: string) =>
  saved(database.from("contact_messages").update(changes), id, version);
