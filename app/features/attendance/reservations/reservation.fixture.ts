import type { Reservation } from "./reservation.ts";

/** A confirmed spot in the room, for tests. */
export const reservation: Reservation = {
  state: "placed",
  attends: "room",
  switches_to: null,
  may_switch: false,
  party: 1,
  hold_until: null,
  offer_ends_at: null,
  code: "ABCDEFGH",
  checked_in_at: null,
  in_line: null,
  free: 0,
  moved_up: 0,
  can_take: false,
  sign_up: "open",
};
