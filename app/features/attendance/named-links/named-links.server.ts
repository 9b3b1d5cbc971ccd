import type { Admin } from "../../../admin/admin.server.ts";
import { isFound } from "../../../admin/list-page.server.ts";
import { isTaken, rowsOf } from "../../../platform/database/supabase.server.ts";
import { suggestedKey } from "../../../platform/text/suggested-key.ts";

/** A link to an event's page with a name, and how many signed up by it. */
export interface NamedLink {
  id: string;
  /** the name in the link */
  slug: string;
  name: string;
  sign_ups: number;
  /** those of them whose address is confirmed */
  confirmed: number;
}

/** The named links of an event in the order in which they were added. */
export const listNamedLinks = async ({ database }: Admin, event: string): Promise<NamedLink[]> =>
  rowsOf(await database.rpc("counted_links", { p_event: event }));

export async function addNamedLink({ database }: Admin, event: string, name: string) {
  const row = { event_id: event, slug: suggestedKey(name), name };
  const answer = await database.from("named_links").insert(row).select("id");
  if (isTaken(answer)) return "name-taken";
  rowsOf(answer);
  return "added";
}

/** Returns whether it was there. */
export const deleteNamedLink = async ({ database }: Admin, event: string, id: string) =>
  isFound(await database.from("named_links").delete().eq("event_id", event).eq("id", id).select("id"));
