import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { digestOf, isToken } from "../../../platform/text/link-token.ts";
import type { SentPress } from "./door.schema.ts";
import type { Helper } from "./door-cookie.server.ts";

export const attendance = z.object({
  expected: z.number(),
  /** how many of the expected people came */
  came: z.number(),
  /** how many of the expected people belong to a party that has not been checked in */
  left: z.number(),
  walked_in: z.number(),
});

export type Attendance = z.output<typeof attendance>;

const door = z.object({
  /** `closed`: the event has no date, or does not take place */
  state: z.enum(["open", "early", "over", "closed"]),
  title: z.string(),
  place: z.string(),
  starts_at: z.string().nullable(),
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
  spots: z.number(),
  /** null while the door is not open */
  counts: attendance.nullable(),
});

/** The door that a pass opens. Check-in starts two hours before the start and ends four after the end. */
export type Door = z.output<typeof door>;

const nowhere = z.object({ state: z.literal("nowhere") });

const guest = z.object({
  name: z.string(),
  party: z.number(),
  code: z.string(),
  /** people who came; null until the party is checked in */
  arrived: z.number().nullable(),
  checked_in_at: z.string().nullable(),
  checked_in_by: z.string().nullable(),
});

export type Guest = z.output<typeof guest>;

const doorTicket = guest.omit({ code: true }).extend({
  answers: z.array(z.object({ question: z.string(), value: z.enum(["yes", "no"]) })),
  state: z.enum(["placed", "held", "waiting", "offered", "declined", "lapsed", "canceled", "past"]),
});

export type DoorTicket = z.output<typeof doorTicket>;

/** What a code is for, if not for the room of this event. */
const elsewhere = z.discriminatedUnion("why", [
  z.object({ why: z.literal("given-up"), at: z.string() }),
  z.object({ why: z.literal("online") }),
  /** without the title of an event by link */
  z.object({ why: z.literal("other-event"), title: z.string().nullable() }),
]);

export type Elsewhere = z.output<typeof elsewhere>;

const foundTicket = z.object({
  door: z.enum(["open", "early", "over", "closed", "nowhere"]),
  ticket: doorTicket.nullable(),
  elsewhere: elsewhere.nullable(),
});

/** The list for a phone (phone/phone-list.ts); fields not named here are passed through unparsed. */
const phoneList = z.discriminatedUnion("state", [
  z.object({ state: z.literal("open"), closes_in: z.number() }).passthrough(),
  z.object({ state: z.literal("ended") }),
]);

export async function findDoor({ database }: AppLoadContext, pass: string | undefined): Promise<Door | null> {
  if (!isToken(pass)) return null;
  const answer = await database.call("door", { p_token_digest: await digestOf(pass) });
  const found = z.discriminatedUnion("state", [door, nowhere]).parse(answer);
  return found.state === "nowhere" ? null : found;
}

/** The guests with a spot, searched by part of a name or by code; empty unless the door is open. */
export async function listGuests({ database }: AppLoadContext, pass: string, search = "", limit = 50) {
  const given = { p_token_digest: await digestOf(pass), p_search: search, p_limit: limit };
  return z.array(guest).parse(await database.call("door_names", given));
}

export async function findTicket({ database }: AppLoadContext, pass: string, code: string) {
  const answer = await database.call("door_ticket", { p_token_digest: await digestOf(pass), p_code: code });
  return foundTicket.parse(answer);
}

/** Checks in people of a party; repeating it changes nothing. @param seen how many the helper saw as in */
export async function checkIn(
  { database }: AppLoadContext,
  { pass, name }: Helper,
  code: string,
  people: number,
  seen?: number,
) {
  const given = { p_token_digest: await digestOf(pass), p_code: code, p_people: people, p_helper: name, p_seen: seen };
  return database.call("check_in", given);
}

/** Undoes a check-in. @returns false if there was nothing to undo */
export async function undoCheckIn({ database }: AppLoadContext, pass: string, code: string): Promise<boolean> {
  return database.call("undo_check_in", { p_token_digest: await digestOf(pass), p_code: code });
}

export async function addWalkIn(
  { database }: AppLoadContext,
  pass: string,
  id: string,
  people: number,
  helper: string,
) {
  const given = { p_token_digest: await digestOf(pass), p_id: id, p_people: people, p_helper: helper };
  return database.call("add_walk_in", given);
}

/** Undoes a count of walk-ins. @returns false if there was nothing to undo */
export async function undoWalkIn({ database }: AppLoadContext, pass: string, id: string): Promise<boolean> {
  return database.call("undo_walk_in", { p_token_digest: await digestOf(pass), p_id: id });
}

/** The list that a phone keeps for offline use, or null unless the door is open. */
export async function listForPhone({ database }: AppLoadContext, pass: string) {
  const list = phoneList.parse(await database.call("phone_list", { p_token_digest: await digestOf(pass) }));
  return list.state === "open" ? list : null;
}

/** Records the presses of a phone, once per id. @returns an outcome for each, or null if the pass is gone */
export async function takePresses({ database }: AppLoadContext, { pass, name }: Helper, presses: SentPress[]) {
  return database.call("take_presses", {
    p_token_digest: await digestOf(pass),
    p_helper: name,
    p_presses: presses,
  });
}
