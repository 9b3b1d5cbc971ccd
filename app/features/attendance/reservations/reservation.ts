import type { z } from "zod";
import { type Attends, type Event, placesOf } from "../../events/event/event.ts";
import type { reservationRow } from "./reservation-rows.ts";

export type Reservation = z.output<typeof reservationRow>;

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
