import type { Admin } from "../../admin/admin.server.ts";
import { isId } from "../../admin/list-page.server.ts";
import type { ListQuery } from "../../admin/list-query.ts";
import type { Database } from "../../platform/database.gen.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import type { Attendance } from "../door/door.server.ts";
import type { Reservation } from "./reservation.ts";

export interface ListedReservation
  extends Pick<Reservation, "state" | "party" | "answer" | "hold_until" | "offer_ends_at" | "checked_in_at"> {
  /** of the waitlist entry */
  id: string;
  name: string;
  email: string;
  /** the address */
  is_confirmed: boolean;
  /** counted from 1 among those who wait */
  place: number | null;
  offered_at: string | null;
  /** an admin has given or taken the place, and no mail says so */
  to_be_told: boolean;
  /** people of the party who came */
  arrived: number | null;
  /** to the front of the line, by admins */
  moves: { reason: string; moved_at: string }[];
}

/** An offer without a deadline whose mail is not on its way. */
export interface TroubledOffer {
  id: string;
  name: string;
  party: number;
  /** null when the mail is gone, or was never made */
  mail_state: string | null;
  last_error: string | null;
}

/** An event's places, and a page of who has them or waits for one. */
export interface EventReservations {
  sign_up: Reservation["sign_up"];
  counts: {
    places: number;
    free: number;
    /** people, of confirmed, held and offered places together */
    taken: number;
    confirmed: number;
    held: number;
    offered: number;
    waiting: number;
    /** times that an admin has moved somebody up */
    moved_up: number;
    /** reservations of people who have not heard */
    untold: number;
    answers: number;
  };
  attendance: Attendance;
  /** whom an admin may give a place, where nobody sends offers */
  next: { id: string; name: string; party: number } | null;
  troubles: TroubledOffer[];
  total: number;
  page: number;
  pages: number;
  rows: ListedReservation[];
}

export const reservationStates = [
  "",
  "placed",
  "held",
  "offered",
  "waiting",
  "out",
  "untold",
  "came",
  "absent",
  "past",
] as const;
export const reservationSorts = ["line", "name"] as const;

/** Null where the event takes no reservations. @throws DatabaseUnavailable */
export function listReservations(admin: Admin, event: string, query: ListQuery): Promise<EventReservations | null> {
  const { search, sort, page } = query;
  return ask(admin, { p_event: event, p_state: query.filters.state, p_search: search, p_sort: sort, p_page: page });
}

/** The reservation of one person among the places of the event; null when there is none. @throws DatabaseUnavailable */
export async function findReservation(admin: Admin, event: string, id: string | undefined) {
  if (!isId(id)) return null;
  const found = await ask(admin, { p_event: event, p_person: id });
  const [reservation] = found?.rows ?? [];
  return found && reservation ? { ...found, reservation } : null;
}

async function ask({ database }: Admin, given: Database["public"]["Functions"]["event_reservations"]["Args"]) {
  const answer = rowsOf(await database.rpc("event_reservations", given)) as unknown as EventReservations | object;
  return "counts" in answer ? answer : null;
}
