import type { AppLoadContext } from "@remix-run/cloudflare";
import { type Admin, signedInPerson } from "../../../admin/admin.server.ts";
import { isFound, isId } from "../../../admin/list-page.server.ts";
import { isTaken, rowsOf } from "../../../platform/database/supabase.server.ts";
import { digestOf, newToken } from "../../../platform/text/link-token.ts";
import { findDoor } from "./door.server.ts";
import { enterDoor } from "./door-cookie.server.ts";
import { canEnter, mostAhead } from "./door-words.ts";

export interface DoorPass {
  id: string;
  name: string;
  created_at: string;
  ended_at: string | null;
}

export async function listPasses({ database }: Admin, event: string): Promise<DoorPass[]> {
  const passes = database.from("door_passes").select("id, name, created_at, ended_at").eq("event_id", event);
  return rowsOf(await passes.order("created_at", { ascending: false }).order("id"));
}

/**
 * Stores a new pass with the digest of its token; a form that is sent twice makes one pass.
 * @param token generated with the form
 * @param isOwn whether the admin makes it for themselves: it ends when they sign out
 * @returns the id of the new pass
 */
export async function makePass(
  { database }: Admin,
  event: string,
  name: string,
  token: string,
  isOwn = false,
): Promise<string | undefined> {
  const answer = await database
    .from("door_passes")
    .insert({ event_id: event, name, token_digest: await digestOf(token), is_own: isOwn })
    .select("id");
  return isTaken(answer) ? undefined : rowsOf(answer)[0]?.id;
}

/** Revokes a pass for good. @returns false if it had been revoked before */
export async function endPass({ database }: Admin, id: string, now: Date): Promise<boolean> {
  if (!isId(id)) return false;
  const change = database.from("door_passes").update({ ended_at: now.toISOString() });
  return isFound(await change.eq("id", id).is("ended_at", null).select("id"));
}

/**
 * Makes a pass in the name of an admin and sets its cookie in their browser.
 * @returns early more than a day before the door opens, or closed if it is over or closed; the new pass is then revoked
 */
export async function enterOwnDoor(
  context: AppLoadContext,
  admin: Admin,
  event: string,
): Promise<"entered" | "early" | "closed"> {
  const name = (admin.email.split("@")[0] || "Admin").slice(0, 60);
  const token = newToken();
  const pass = await makePass(admin, event, name, token, true);
  const door = await findDoor(context, token);
  const isEarly = door?.opens_at != null && Date.parse(door.opens_at) - context.now.getTime() > mostAhead;
  if (canEnter(door) && !isEarly) {
    await enterDoor(context, { pass: token, name }, new Date(door.closes_at));
    return "entered";
  }
  await endPass(admin, pass ?? "", context.now);
  return isEarly ? "early" : "closed";
}

/** The event of a ticket's code, for a signed-in admin who scans a ticket without a pass; null for anyone else. */
export async function findEventOfCode(context: AppLoadContext, code: string): Promise<string | null> {
  const person = await signedInPerson(context);
  if (person?.standing !== "open") return null;
  const found = person.database.from("reservations").select("event_id").eq("code", code);
  return rowsOf(await found.limit(1))[0]?.event_id ?? null;
}

export async function isAdminHere(context: AppLoadContext): Promise<boolean> {
  return (await signedInPerson(context))?.standing === "open";
}
