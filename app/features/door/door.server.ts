import type { AppLoadContext } from "@remix-run/cloudflare";
import { digestOf, isToken } from "../mail/link-token.ts";

export interface Attendance {
  /** people with a place; how many of them came, and how many their party has not been checked in */
  expected: number;
  came: number;
  left: number;
  /** without a reservation */
  walked_in: number;
}

/** What a pass leads to. The door opens two hours before the start, that of a sample at once, and closes four after the end. */
export interface Door {
  /** `closed`: the event has no date, or does not take place */
  state: "open" | "early" | "over" | "closed";
  title: string;
  place: string;
  starts_at: string | null;
  /** null for a sample, and for an event without a date */
  opens_at: string | null;
  closes_at: string | null;
  places: number;
  /** null while the door is not open */
  counts: Attendance | null;
}

export interface Guest {
  name: string;
  /** people */
  party: number;
  code: string;
  /** people; null until they are checked in */
  arrived: number | null;
  checked_in_at: string | null;
  /** a helper's name */
  checked_in_by: string | null;
}

export interface DoorTicket extends Omit<Guest, "code"> {
  /** `held`: the address is not confirmed yet */
  state: "placed" | "held" | "waiting" | "offered" | "declined" | "lapsed" | "canceled" | "past";
}

/** The door behind a pass; null for a pass that leads nowhere, or was taken back. @throws DatabaseUnavailable */
export async function findDoor({ database }: AppLoadContext, pass: string | undefined): Promise<Door | null> {
  if (!isToken(pass)) return null;
  const answer = await database.call("door", { p_token_digest: await digestOf(pass) });
  const door = answer as unknown as Door | { state: "nowhere" };
  return door.state === "nowhere" ? null : door;
}

/** Who has a place, by a part of the name or by a code; nobody while the door is not open. @throws DatabaseUnavailable */
export async function listGuests({ database }: AppLoadContext, pass: string, search = "", limit = 50) {
  const given = { p_token_digest: await digestOf(pass), p_search: search, p_limit: limit };
  return (await database.call("door_names", given)) as unknown as Guest[];
}

/** The ticket with a code, where the pass is for its event and the door is open. @throws DatabaseUnavailable */
export async function findTicket({ database }: AppLoadContext, pass: string, code: string) {
  const answer = await database.call("door_ticket", { p_token_digest: await digestOf(pass), p_code: code });
  return answer as unknown as { door: Door["state"] | "nowhere"; ticket: DoorTicket | null };
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
