import { z } from "zod";
import { attendances, signUps } from "../../events/event/event-states.ts";
import { type Reservation, reservationStates } from "./reservation.ts";

export const reservationRow = z.object({
  state: z.enum(reservationStates),
  attends: z.enum(attendances),
  switches_to: z.enum(attendances).nullable(),
  may_switch: z.boolean(),
  party: z.number(),
  hold_until: z.string().nullable(),
  offer_ends_at: z.string().nullable(),
  code: z.string().nullable(),
  join_url: z.string().nullish(),
  checked_in_at: z.string().nullable(),
  decided_at: z.string().nullish(),
  words: z.string().nullish(),
  /** how many were let in, on the status page; null before check-in */
  arrived: z.number().nullish(),
  is_asked: z.boolean().optional(),
  coming_at: z.string().nullish(),
  in_line: z.number().nullable(),
  free: z.number(),
  moved_up: z.number(),
  can_take: z.boolean(),
  sign_up: z.enum(signUps),
}) satisfies z.ZodType<Reservation>;
