import { type Attends, type Event, placesOf } from "../../events/event/event.ts";
import type { SignUp } from "../../events/event/event-offer.ts";

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

export interface Reservation {
  state: (typeof reservationStates)[number];
  /** where they have their spot, or will have it */
  attends: Attends;
  /** where they want a spot instead and wait for it; until then they keep the one they have */
  switches_to: Attends | null;
  may_switch: boolean;
  party: number;
  /** until when a spot is held for an unconfirmed address */
  hold_until: string | null;
  /** null until the mail provider has accepted the email */
  offer_ends_at: string | null;
  code: string | null;
  join_url?: string | null;
  checked_in_at: string | null;
  decided_at?: string | null;
  words?: string | null;
  is_asked?: boolean;
  coming_at?: string | null;
  /** position on the waitlist for the same place (room or online), from 1 */
  in_line: number | null;
  free: number;
  moved_up: number;
  /** whether they may take a free spot now, if they wait for one or have lost theirs */
  can_take: boolean;
  /** whether spots are given now; `line`: there is no valid date, and people join the waitlist */
  sign_up: SignUp;
}

/** The largest party that a form offers: one larger than the event would be passed over forever. */
export const largestPartyOf = (
  event: Pick<Event, "party_limit" | "meets" | "attendee_limit" | "online_limit">,
  attends?: Attends,
) => {
  const places = placesOf(event).filter((place) => attends === undefined || place.attends === attends);
  return Math.min(event.party_limit, Math.max(1, ...places.map(({ limit }) => limit ?? event.party_limit)));
};

/** A suffix for a spot: " in the room" or " online"; empty for an event that meets in only one of the two. */
export const inPlace = ({ meets }: Pick<Event, "meets">, attends: Attends) =>
  meets === "both" ? { room: " in the room", online: " online" }[attends] : "";

/** The spots of a party: "a spot", "3 spots"; "your spot", "the 3 spots". */
export const spotsOf = (party: number, whose: "a" | "your" | "the") => {
  if (party > 1) return whose === "a" ? `${party} spots` : `${whose} ${party} spots`;
  return `${whose} spot`;
};

/** "A spot is available", "3 spots are available". */
export const spotsAreAvailable = (party: number) =>
  party > 1 ? `${party} spots are available` : "A spot is available";

export const itOrThem = (party: number) => (party > 1 ? "them" : "it");
