import { z } from "zod";
import { attendances, signUps } from "../../events/event/event-states.ts";

/**
 * `declined` and `lapsed`: an offer was declined or ran out; they get no other unless they join the waitlist again.
 * `canceled`: an admin canceled it. `past`: it was for an earlier edition. `asked`: they asked to attend, which is not
 * decided; `turned-down`: an admin has turned that down.
 */
export const reservationStates = [
  "placed",
  "waiting",
  "offered",
  "declined",
  "lapsed",
  "canceled",
  "past",
  "asked",
  "turned-down",
] as const;

export const reservationRow = z.object({
  state: z.enum(reservationStates),
  /** where they have their spot, or will have it */
  attends: z.enum(attendances),
  /** where they want a spot instead and wait for it; until then they keep the one they have */
  switches_to: z.enum(attendances).nullable(),
  may_switch: z.boolean(),
  party: z.number(),
  /** until when a spot is held for an unconfirmed address */
  hold_until: z.string().nullable(),
  /** null until the mail provider has accepted the email */
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
  /** position on the waitlist for the same place (room or online), from 1 */
  in_line: z.number().nullable(),
  free: z.number(),
  moved_up: z.number(),
  /** whether they may take a free spot now, if they wait for one or have lost theirs */
  can_take: z.boolean(),
  /** whether spots are given now; `line`: there is no valid date, and people join the waitlist */
  sign_up: z.enum(signUps),
});
