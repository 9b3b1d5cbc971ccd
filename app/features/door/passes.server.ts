import type { Admin } from "../../admin/admin.server.ts";
import { isFound, isId } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { digestOf } from "../mail/link-token.ts";

export interface DoorPass {
  id: string;
  /** what admins tell passes apart by */
  name: string;
  created_at: string;
  /** when an admin took it back */
  ended_at: string | null;
}

const uniqueViolation = "23505";

/** The door passes of an event, the newest first. @throws DatabaseUnavailable */
export async function listPasses({ database }: Admin, event: string): Promise<DoorPass[]> {
  const passes = database.from("door_passes").select("id, name, created_at, ended_at").eq("event_id", event);
  return rowsOf(await passes.order("created_at", { ascending: false }).order("id"));
}

/**
 * Keeps the digest of a new pass's token, once for a form that is sent twice.
 * @param token made with the form
 * @throws DatabaseUnavailable
 */
export async function makePass({ database }: Admin, event: string, name: string, token: string): Promise<void> {
  const answer = await database
    .from("door_passes")
    .insert({ event_id: event, name, token_digest: await digestOf(token) })
    .select("id");
  if (answer.error?.code !== uniqueViolation) rowsOf(answer);
}

/** Takes a pass back for good. False where that was done before. @throws DatabaseUnavailable */
export async function endPass({ database }: Admin, id: string, now: Date): Promise<boolean> {
  if (!isId(id)) return false;
  const change = database.from("door_passes").update({ ended_at: now.toISOString() });
  return isFound(await change.eq("id", id).is("ended_at", null).select("id"));
}
