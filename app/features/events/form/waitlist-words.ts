import type { Shape } from "../../../admin/state.tsx";
import { type Event, hasTakenPlace } from "../event/event.ts";
import { type EventFacts, type EventState, offerOf } from "../event/event-offer.ts";

type ListedEvent = EventFacts & Pick<Event, "takes_reservations">;

interface ListOfEvent {
  event: ListedEvent;
  is_published: boolean;
}

export function listState({ event, is_published }: ListOfEvent, now: Date): { shape: Shape; text: string } {
  const { state, waitlist, spots } = offerOf(event, now);
  if (event.status === "cancelled") return { shape: "alert", text: "Closed: the event is canceled" };
  if (event.admission === "none") return { shape: "ring", text: "Nobody signs up" };
  if (event.people_of?.status === "cancelled") return { shape: "alert", text: "Closed: the main event is canceled" };
  if (spots?.signUp === "early") return { shape: "ring", text: "Sign-up is not open yet" };
  if (spots?.signUp === "late") return { shape: "ring", text: "Sign-up is over" };
  if (event.people_of && spots?.signUp === "next") return { shape: "ring", text: "Its date has passed" };
  if (!waitlist.isOpen) return { shape: "ring", text: "Closed by an admin" };
  if (!is_published) return { shape: "dashed", text: "Not open yet: the event is a draft" };
  if (waitlist.purpose === "next-edition") return { shape: "full", text: "Open for the next edition" };
  if (state === "past") return { shape: "full", text: "Open; its date has passed" };
  return { shape: "full", text: state === "postponed" ? "Open; the event is postponed" : "Open" };
}

/** The title of the page on which admins email the people on the waitlist; only names news that is already true. */
export function newsOf({ event, is_published }: Pick<ListOfEvent, "event" | "is_published">, now: Date): string {
  if (event.status === "cancelled") return "The event is canceled";
  const { state } = offerOf(event, now);
  if (state === "postponed") return "The event is postponed";
  if (state === "past") return "Email this waitlist";
  if (event.takes_reservations) return "News of the event";
  return is_published && state === "tickets-open" ? "Tickets are on sale" : "Email this waitlist";
}

/** What an admin should know about the event before emailing its waitlist; empty if there is nothing special. */
export function situationOf({ event }: ListOfEvent, now: Date): string {
  const { state, waitlist } = offerOf(event, now);
  if (event.admission === "none") return "Nobody signs up for this event.";
  if (event.status === "cancelled") return "This event is canceled, and its waitlist is closed.";
  const sentences: Partial<Record<EventState, string>> = {
    past: hasTakenPlace(event, now) ? "This event is over." : "The date of this event has passed.",
    postponed: "This event is postponed.",
  };
  const situation = sentences[state] ?? "";
  if (event.waitlist_closed) return `${situation} An admin has closed the waitlist.`.trim();
  return waitlist.purpose === "next-edition" ? `${situation} Its waitlist is for the next edition.` : situation;
}

export const nobodyWaits = "Nobody has to be notified now.";

export function joiningOf({ event, is_published }: ListOfEvent, now: Date): string {
  if (event.admission === "none") return "Nobody signs up for it. You can change that in its details.";
  if (!offerOf(event, now).waitlist.isOpen) return "Nobody can join while it is closed.";
  return is_published ? "People who join appear here." : "People can join once the event is published.";
}
