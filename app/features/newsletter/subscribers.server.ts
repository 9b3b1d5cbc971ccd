import type { Admin } from "../../admin/admin.server.ts";
import { behind, inParts, partSize } from "../../admin/export.server.ts";
import { isFound, isId, type ListPage, readPage } from "../../admin/list-page.server.ts";
import { type ListQuery, wordPatterns } from "../../admin/list-query.ts";
import { rowsOf } from "../../platform/supabase.server.ts";

export interface Subscriber {
  id: string;
  email: string;
  suspected_spam: boolean;
  created_at: string;
  updated_at: string;
}

export const subscriberSorts = ["latest", "earliest", "address"] as const;
export const subscriberStates = ["", "spam"] as const;

const columns = "id, email, suspected_spam, created_at, updated_at";
const uniqueViolation = "23505";

/** One page of subscribers; suspected spam is a list of its own. @throws DatabaseUnavailable */
export function listSubscribers({ database }: Admin, query: ListQuery): Promise<ListPage<Subscriber>> {
  return readPage<Subscriber>(query.page, (from, to) => {
    let rows = database
      .from("newsletter_subscribers")
      .select(columns, { count: "exact" })
      .eq("suspected_spam", query.filters.state === "spam")
      .range(from, to);
    for (const pattern of wordPatterns(query.search)) rows = rows.like("search_text", pattern);
    if (query.sort === "address") return rows.order("email").order("id");
    const ascending = query.sort === "earliest";
    return rows.order("created_at", { ascending }).order("id", { ascending });
  });
}

/** @throws DatabaseUnavailable */
export async function findSubscriber({ database }: Admin, id: string | null): Promise<Subscriber | null> {
  if (!id || !isId(id)) return null;
  const rows = await database.from("newsletter_subscribers").select(columns).eq("id", id).limit(1);
  return rowsOf(rows)[0] ?? null;
}

/** @param version the `updated_at` that the admin saw */
export async function removeSubscriber({ database }: Admin, id: string, version: string) {
  const rows = database.from("newsletter_subscribers").delete().eq("id", id).eq("updated_at", version);
  return isFound(await rows.select("id"));
}

/** `duplicate` when the address is on the list already. @param version the `updated_at` that the admin saw */
export async function correctSubscriber({ database }: Admin, id: string, email: string, version: string) {
  const rows = database.from("newsletter_subscribers").update({ email }).eq("id", id).eq("updated_at", version);
  const answer = await rows.select("id");
  if (answer.error?.code === uniqueViolation) return "duplicate";
  return isFound(answer) ? "corrected" : "changed";
}

/** Takes an address out of suspected spam, or back; `duplicate` when it has subscribed a second time, without suspicion. */
export async function setSubscriberSpam({ database }: Admin, id: string, isSpam: boolean, version: string) {
  const rows = database.from("newsletter_subscribers").update({ suspected_spam: isSpam });
  const answer = await rows.eq("id", id).eq("updated_at", version).select("id");
  if (answer.error?.code === uniqueViolation) return "duplicate";
  return isFound(answer) ? "saved" : "changed";
}

/** All subscribers, or all suspected spam, in the order of subscribing, for a file. */
export async function* exportSubscribers({ database }: Admin, isSpam: boolean) {
  const parts = inParts<Pick<Subscriber, "id" | "email" | "created_at">>((last) => {
    let rows = database.from("newsletter_subscribers").select("id, email, created_at").eq("suspected_spam", isSpam);
    if (last) rows = rows.gte("created_at", last.created_at).or(behind(last));
    return rows.order("created_at").order("id").limit(partSize);
  });
  for await (const rows of parts) yield rows.map((row) => [row.email, new Date(row.created_at).toISOString()]);
}

export const exportColumns = ["email", "subscribed_at"];
