import { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { isId } from "../../../admin/list-page.server.ts";
import type { ListQuery } from "../../../admin/list-query.ts";
import type { Database } from "../../../platform/database/database.gen.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import { attendance } from "../check-in/door.server.ts";
import { reservationRow } from "./reservation-rows.ts";

const listed = reservationRow
  .pick({
    attends: true,
    switches_to: true,
    party: true,
    answer: true,
    hold_until: true,
    offer_ends_at: true,
    checked_in_at: true,
    state: true,
  })
  .extend({
    /** id of the waitlist entry */
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** whether the address is confirmed */
    is_confirmed: z.boolean(),
    /** position on the waitlist for the same place (room or online), from 1 */
    position: z.number().nullable(),
    offered_at: z.string().nullable(),
    /** whether an admin gave or canceled the spot and no email notified the person */
    to_be_notified: z.boolean(),
    /** people of the party who came */
    arrived: z.number().nullable(),
    coming_at: z.string().nullable(),
    /** moves to the front of the waitlist by admins */
    moves: z.array(z.object({ reason: z.string(), moved_at: z.string() })),
  });

const troubledOffer = z.object({
  id: z.string(),
  name: z.string(),
  party: z.number(),
  /** null if the mail was deleted or never enqueued */
  mail_state: z.string().nullable(),
  last_error: z.string().nullable(),
});

const eventReservations = z.object({
  sign_up: reservationRow.shape.sign_up,
  /** each place where the event meets: room, online, or both */
  places: z.array(
    z.object({
      attends: reservationRow.shape.attends,
      spots: z.number(),
      free: z.number(),
      /** people with a confirmed, held or offered spot together */
      taken: z.number(),
      confirmed: z.number(),
      held: z.number(),
      offered: z.number(),
      waiting: z.number(),
    }),
  ),
  counts: z.object({
    /** how often admins moved someone up */
    moved_up: z.number(),
    /** reservations of people still to be notified */
    unnotified: z.number(),
    answers: z.number(),
  }),
  attendance,
  /** the person to whom an admin may give a spot, for sites that send no offers */
  next: z
    .object({ id: z.string(), name: z.string(), party: z.number(), waits_for: reservationRow.shape.attends })
    .nullable(),
  troubles: z.array(troubledOffer),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  rows: z.array(listed),
});

export type ListedReservation = z.output<typeof listed>;

/** An offer without a deadline whose email is not on its way. */
export type TroubledOffer = z.output<typeof troubledOffer>;

/** An event's spots, and one page of the people who have one or wait for one. */
export type EventReservations = z.output<typeof eventReservations>;

const noReservations = z.object({}).strict();

export const reservationStates = [
  "",
  "placed",
  "held",
  "offered",
  "waiting",
  "out",
  "unnotified",
  "came",
  "absent",
  "online",
  "switching",
  "past",
] as const;
export const reservationSorts = ["line", "name"] as const;

/** One page of an event's reservations; null if it takes none. @throws DatabaseUnavailable */
export function listReservations(admin: Admin, event: string, query: ListQuery): Promise<EventReservations | null> {
  const { search, sort, page } = query;
  return ask(admin, { p_event: event, p_state: query.filters.state, p_search: search, p_sort: sort, p_page: page });
}

/** One person's reservation along with the event's spots; null if there is none. @throws DatabaseUnavailable */
export async function findReservation(admin: Admin, event: string, id: string | undefined) {
  if (!isId(id)) return null;
  const found = await ask(admin, { p_event: event, p_person: id });
  const [reservation] = found?.rows ?? [];
  return found && reservation ? { ...found, reservation } : null;
}

async function ask({ database }: Admin, given: Database["public"]["Functions"]["event_reservations"]["Args"]) {
  const answer = rowsOf(await database.rpc("event_reservations", given));
  const found = z.union([noReservations, eventReservations]).parse(answer);
  return "counts" in found ? found : null;
}
