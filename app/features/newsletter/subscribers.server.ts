import type { Admin } from "../../admin/admin.server.ts";
import { behind, inParts, partSize } from "../../admin/export.server.ts";
import { isId, type ListPage, readPage } from "../../admin/list-page.server.ts";
import { type ListQuery, wordPatterns } from "../../admin/list-query.ts";
import { deleted, saved, taken } from "../../admin/saving.server.ts";
import type { Row } from "../../platform/database/row.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

const columns = "id, email, suspected_spam, created_at, updated_at, confirmed_at, left_at, imported_from";
export type Subscriber = Row<"newsletter_subscribers", typeof columns>;

export const subscriberSorts = ["latest", "earliest", "address"] as const;
/** Only our own newsletter asks people to confirm and lets them leave without an admin. */
export const subscriberStates = (isOwn: boolean) =>
  isOwn ? ["", "confirmed", "waiting", "left", "spam"] : ["", "spam"];

type Condition = [column: "suspected_spam" | "confirmed_at" | "left_at", operator: string, value: unknown];
const isLeft: Condition = ["left_at", "not.is", null];
const isNotLeft: Condition = ["left_at", "is", null];

function conditionsOf(state: string, isOwn: boolean): Condition[] {
  if (state === "spam") return [["suspected_spam", "eq", true]];
  const inState: Record<string, Condition[]> = {
    "": isOwn ? [] : [isNotLeft],
    confirmed: [["confirmed_at", "not.is", null], isNotLeft],
    waiting: [["confirmed_at", "is", null], isNotLeft],
    left: [isLeft],
  };
  return [["suspected_spam", "eq", false], ...(inState[state] ?? [])];
}

/** Returns one page of subscribers; suspected spam is listed separately. */
export function listSubscribers({ database }: Admin, query: ListQuery, isOwn: boolean): Promise<ListPage<Subscriber>> {
  return readPage(query.page, (from, to) => {
    let rows = database.from("newsletter_subscribers").select(columns, { count: "exact" }).range(from, to);
    for (const condition of conditionsOf(query.filters.state ?? "", isOwn)) rows = rows.filter(...condition);
    for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
    if (query.sort === "address") return rows.order("email").order("id");
    const ascending = query.sort === "earliest";
    return rows.order("created_at", { ascending }).order("id", { ascending });
  });
}

export async function findSubscriber({ database }: Admin, id: string | null): Promise<Subscriber | null> {
  if (!id || !isId(id)) return null;
  const rows = await database.from("newsletter_subscribers").select(columns).eq("id", id).limit(1);
  return rowsOf(rows)[0] ?? null;
}

export const removeSubscriber = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("newsletter_subscribers").delete(), id, version);

/** `duplicate` if another subscriber has the address, or has subscribed again without suspicion. */
export const changeSubscriber = (
  { database }: Admin,
  id: string,
  changes: Partial<Pick<Subscriber, "email" | "suspected_spam">>,
  version: string,
) => saved(database.from("newsletter_subscribers").update(changes), id, version, { [taken]: "duplicate" });

/** Returns the number of people who have not confirmed and were never asked to. */
export async function countUnasked({ database }: Admin): Promise<number> {
  let rows = database.from("newsletter_subscribers").select("id", { count: "exact", head: true });
  for (const condition of conditionsOf("waiting", true)) rows = rows.filter(...condition);
  const answer = await rows.is("confirm_by", null).is("confirmation_asked_at", null);
  rowsOf({ ...answer, data: [] });
  return answer.count ?? 0;
}

/** Sends each of them one email. @returns how many */
export async function askToConfirm({ database }: Admin): Promise<number> {
  return rowsOf(await database.rpc("ask_to_confirm"));
}

/** Yields those of all pages of a list, earliest first. */
export async function* exportSubscribers({ database }: Admin, query: ListQuery, isOwn: boolean) {
  const parts = inParts<Omit<Subscriber, "updated_at" | "suspected_spam">>((last) => {
    let rows = database
      .from("newsletter_subscribers")
      .select("id, email, created_at, confirmed_at, left_at, imported_from");
    for (const condition of conditionsOf(query.filters.state ?? "", isOwn)) rows = rows.filter(...condition);
    for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
    if (last) rows = rows.gte("created_at", last.created_at).or(behind(last));
    return rows.order("created_at").order("id").limit(partSize);
  });
  const instant = (at: string | null) => (at ? new Date(at).toISOString() : "");
  for await (const rows of parts) {
    yield rows.map((row) => [
      row.email,
      instant(row.created_at),
      ...(isOwn ? [instant(row.confirmed_at), instant(row.left_at)] : []),
      row.imported_from,
    ]);
  }
}

export const exportColumns = (isOwn: boolean) => [
  "email",
  "subscribed_at",
  ...(isOwn ? ["confirmed_at", "left_at"] : []),
  "imported_from",
];
