import type { AppLoadContext } from "@remix-run/cloudflare";
import { type Admin, signedInPerson } from "../../../admin/admin.server.ts";
import { isFound, isId } from "../../../admin/list-page.server.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import { digestOf, newToken } from "../../../platform/text/link-token.ts";
import { findDoor } from "./door.server.ts";
import { enterDoor } from "./door-cookie.server.ts";
import { canEnter } from "./door-words.ts";

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

/**
 * Makes a pass in the name of an admin and gives their browser its cookie. False where the event's door is over or closed; the pass
 * is taken back then.
 * @throws DatabaseUnavailable
 */
export async function enterOwnDoor(context: AppLoadContext, admin: Admin, event: string): Promise<boolean> {
  const name = (admin.email.split("@")[0] || "Admin").slice(0, 60);
  const token = newToken();
  await makePass(admin, event, name, token);
  const door = await findDoor(context, token);
  if (canEnter(door)) {
    await enterDoor(context, { pass: token, name }, new Date(door.closes_at));
    return true;
  }
  const ended = admin.database.from("door_passes").update({ ended_at: context.now.toISOString() });
  rowsOf(await ended.eq("token_digest", await digestOf(token)).select("id"));
  return false;
}

/** The event of a code, for an admin who is signed in and scans a ticket without a pass; null for everybody else. @throws DatabaseUnavailable */
export async function findEventOfCode(context: AppLoadContext, code: string): Promise<string | null> {
  const person = await signedInPerson(context);
  if (person?.standing !== "open") return null;
  const found = person.database.from("reservations").select("event_id").eq("code", code);
  return rowsOf(await found.limit(1))[0]?.event_id ?? null;
}

/** Whether somebody is signed in who finds the door of each event in the admin area. @throws DatabaseUnavailable */
export async function isAdminHere(context: AppLoadContext): Promise<boolean> {
  return (await signedInPerson(context))?.standing === "open";
}
