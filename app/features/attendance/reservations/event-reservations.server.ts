import { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { isId } from "../../../admin/list-page.server.ts";
import type { ListQuery } from "../../../admin/list-query.ts";
import type { Database } from "../../../platform/database/database.gen.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import { attendance } from "../check-in/door.server.ts";
import { reservationRow } from "./reservation-rows.server.ts";

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
    /** of the waitlist entry */
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** the address */
    is_confirmed: z.boolean(),
    /** counted from 1 among those who wait for the same place */
    position: z.number().nullable(),
    offered_at: z.string().nullable(),
    /** an admin has given or taken the spot, and no mail says so */
    to_be_notified: z.boolean(),
    /** people of the party who came */
    arrived: z.number().nullable(),
    coming_at: z.string().nullable(),
    /** to the front of the line, by admins */
    moves: z.array(z.object({ reason: z.string(), moved_at: z.string() })),
  });

const troubledOffer = z.object({
  id: z.string(),
  name: z.string(),
  party: z.number(),
  /** null when the mail is gone, or was never made */
  mail_state: z.string().nullable(),
  last_error: z.string().nullable(),
});

const eventReservations = z.object({
  sign_up: reservationRow.shape.sign_up,
  /** of each place where the event meets */
  places: z.array(
    z.object({
      attends: reservationRow.shape.attends,
      spots: z.number(),
      free: z.number(),
      /** people, of confirmed, held and offered spots together */
      taken: z.number(),
      confirmed: z.number(),
      held: z.number(),
      offered: z.number(),
      waiting: z.number(),
    }),
  ),
  counts: z.object({
    /** times that an admin has moved somebody up */
    moved_up: z.number(),
    /** reservations of people who have not heard */
    unnotified: z.number(),
    answers: z.number(),
  }),
  attendance,
  /** whom an admin may give a spot, where nobody sends offers */
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

/** An offer without a deadline whose mail is not on its way. */
export type TroubledOffer = z.output<typeof troubledOffer>;

/** An event's spots, and a page of who has them or waits for one. */
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

/** Null where the event takes no reservations. @throws DatabaseUnavailable */
export function listReservations(admin: Admin, event: string, query: ListQuery): Promise<EventReservations | null> {
  const { search, sort, page } = query;
  return ask(admin, { p_event: event, p_state: query.filters.state, p_search: search, p_sort: sort, p_page: page });
}

/** The reservation of one person among the spots of the event; null when there is none. @throws DatabaseUnavailable */
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
