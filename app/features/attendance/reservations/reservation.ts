import { type Attends, type Event, placesOf } from "../../events/event/event.ts";

/** What somebody sees of their own reservation, as the database's `own_reservation` answers. */
export interface Reservation {
  /**
   * `declined` and `lapsed`: an offer was turned down, or ran out; nobody asks them again unless they join the line again.
   * `canceled`: an admin has taken the spot back. `past`: it was for an earlier edition.
   */
  state: "placed" | "waiting" | "offered" | "declined" | "lapsed" | "canceled" | "past";
  /** where they have their spot, or will have it */
  attends: Attends;
  /** where they want to have it instead, and wait for that; they keep the one that they have until then */
  switches_to: Attends | null;
  /** they may ask for that now */
  may_switch: boolean;
  /** for how many people */
  party: number;
  /** to the event's question */
  answer: string | null;
  /** until when a spot is kept for an address that nobody has confirmed */
  hold_until: string | null;
  /** null until the sender has accepted the mail */
  offer_ends_at: string | null;
  /** for the door, once a spot in the room is theirs */
  code: string | null;
  /** where the event is online, once a spot there is theirs, until the event is over */
  join_url?: string | null;
  checked_in_at: string | null;
  /** they were asked whether they are still coming, and may answer */
  is_asked?: boolean;
  /** when they said that they are */
  coming_at?: string | null;
  /** counted from 1 among those who wait for the same place */
  in_line: number | null;
  /** spots */
  free: number;
  /** how often an admin has moved somebody to the front of this line */
  moved_up: number;
  /** who waits for a free spot, or has lost theirs, may take one now */
  can_take: boolean;
  /** whether spots are given at the moment; `line`: no date holds, and people wait in line */
  sign_up: "open" | "line" | "early" | "late" | "next" | "closed";
}

/** For how many people a form offers one reservation: a party larger than the event would be passed over for good. */
export const largestPartyOf = (
  event: Pick<Event, "party_limit" | "meets" | "attendee_limit" | "online_limit">,
  attends?: Attends,
) => {
  const places = placesOf(event).filter((place) => attends === undefined || place.attends === attends);
  return Math.min(event.party_limit, Math.max(1, ...places.map(({ limit }) => limit ?? event.party_limit)));
};

/** Where a spot is, behind it: " in the room", " online"; nothing at an event that meets in one of the two alone. */
export const inPlace = ({ meets }: Pick<Event, "meets">, attends: Attends) =>
  meets === "both" ? { room: " in the room", online: " online" }[attends] : "";

/** The spots of a party: "a spot", "3 spots"; "your spot", "the 3 spots" */
export const spotsOf = (party: number, whose: "a" | "your" | "the") => {
  if (party > 1) return whose === "a" ? `${party} spots` : `${whose} ${party} spots`;
  return `${whose} spot`;
};

/** "A spot is available", "3 spots are available" */
export const spotsAreAvailable = (party: number) =>
  party > 1 ? `${party} spots are available` : "A spot is available";

/** What stands for the spots of a party. */
export const itOrThem = (party: number) => (party > 1 ? "them" : "it");
