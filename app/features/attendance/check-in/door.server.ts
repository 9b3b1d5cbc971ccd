import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { digestOf, isToken } from "../../../platform/text/link-token.ts";
import type { SentPress } from "./door.schema.ts";
import type { Helper } from "./door-cookie.server.ts";

/** As `private.attendance` answers. */
export const attendance = z.object({
  /** people with a spot; how many of them came, and how many their party has not been checked in */
  expected: z.number(),
  came: z.number(),
  left: z.number(),
  /** without a reservation */
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

/** What a pass leads to. The door opens two hours before the start and closes four after the end. */
export type Door = z.output<typeof door>;

const nowhere = z.object({ state: z.literal("nowhere") });

const guest = z.object({
  name: z.string(),
  /** people */
  party: z.number(),
  code: z.string(),
  /** people; null until they are checked in */
  arrived: z.number().nullable(),
  checked_in_at: z.string().nullable(),
  /** a helper's name */
  checked_in_by: z.string().nullable(),
});

export type Guest = z.output<typeof guest>;

const doorTicket = guest.omit({ code: true }).extend({
  /** `held`: the address is not confirmed yet */
  state: z.enum(["placed", "held", "waiting", "offered", "declined", "lapsed", "canceled", "past"]),
});

export type DoorTicket = z.output<typeof doorTicket>;

const foundTicket = z.object({
  door: z.enum(["open", "early", "over", "closed", "nowhere"]),
  ticket: doorTicket.nullable(),
});

/** As a phone shows it (phone/phone-list.ts); what else it has goes through unread. */
const phoneList = z.discriminatedUnion("state", [
  z.object({ state: z.literal("open"), closes_in: z.number() }).passthrough(),
  z.object({ state: z.literal("ended") }),
]);

/** The door behind a pass; null for a pass that leads nowhere, or was taken back. @throws DatabaseUnavailable */
export async function findDoor({ database }: AppLoadContext, pass: string | undefined): Promise<Door | null> {
  if (!isToken(pass)) return null;
  const answer = await database.call("door", { p_token_digest: await digestOf(pass) });
  const found = z.discriminatedUnion("state", [door, nowhere]).parse(answer);
  return found.state === "nowhere" ? null : found;
}

/** Who has a spot, by a part of the name or by a code; nobody while the door is not open. @throws DatabaseUnavailable */
export async function listGuests({ database }: AppLoadContext, pass: string, search = "", limit = 50) {
  const given = { p_token_digest: await digestOf(pass), p_search: search, p_limit: limit };
  return z.array(guest).parse(await database.call("door_names", given));
}

/** The ticket with a code, where the pass is for its event and the door is open. @throws DatabaseUnavailable */
export async function findTicket({ database }: AppLoadContext, pass: string, code: string) {
  const answer = await database.call("door_ticket", { p_token_digest: await digestOf(pass), p_code: code });
  return foundTicket.parse(answer);
}

/** Notes that people of a party have come; a second time changes nothing. @throws DatabaseUnavailable */
export async function checkIn(
  { database }: AppLoadContext,
  pass: string,
  code: string,
  people: number,
  helper: string,
) {
  const given = { p_token_digest: await digestOf(pass), p_code: code, p_people: people, p_helper: helper };
  return database.call("check_in", given);
}

/** False where there was nothing to take back. @throws DatabaseUnavailable */
export async function undoCheckIn({ database }: AppLoadContext, pass: string, code: string): Promise<boolean> {
  return database.call("undo_check_in", { p_token_digest: await digestOf(pass), p_code: code });
}

/** Counts people without a reservation, once for an id. @throws DatabaseUnavailable */
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

/** False where there was nothing to take back. @throws DatabaseUnavailable */
export async function undoWalkIn({ database }: AppLoadContext, pass: string, id: string): Promise<boolean> {
  return database.call("undo_walk_in", { p_token_digest: await digestOf(pass), p_id: id });
}

/** What a phone with a pass keeps for when there is no network; null unless the door is open. @throws DatabaseUnavailable */
export async function listForPhone({ database }: AppLoadContext, pass: string) {
  const list = phoneList.parse(await database.call("phone_list", { p_token_digest: await digestOf(pass) }));
  return list.state === "open" ? list : null;
}

/** Takes what was pressed on a phone, once for each id. @returns an answer for each; null for a pass that is gone @throws DatabaseUnavailable */
export async function takePresses({ database }: AppLoadContext, { pass, name }: Helper, presses: SentPress[]) {
  return database.call("take_presses", {
    p_token_digest: await digestOf(pass),
    p_helper: name,
    p_presses: presses,
  });
}
