import { dateOf, daysOf, type Event, type EventDates, isDayKnown, isOver, tabsOf, timeOf } from "./event.ts";

export type EventState = "announced" | "tickets-open" | "on-now" | "past" | "cancelled" | "postponed";

/** What decides what may be said of an event. */
export type EventFacts = EventDates & Pick<Event, "ticket_url" | "waitlist_closed">;

/** What may be said of an event at a moment, and what is offered with it. */
export interface Offer {
  state: EventState;
  /** the state in a few words: "Tickets are open" */
  badge: string;
  /** the date, as far as it is announced, and what of the time it does not say */
  date: string;
  time: string | null;
  /** where lists have it; a canceled event leaves them after its day, and keeps its page */
  listed: "upcoming" | "canceled" | "past" | "nowhere";
  /** it will take place: it may be called the next one, and be added to calendars */
  isAhead: boolean;
  takesRsvp: boolean;
  /** null where nothing may be sold; the page of tickets that cannot be said to be for sale is only named */
  tickets: { url: string; areOpen: boolean } | null;
  waitlist: { isOpen: boolean; sentence: string; purpose: "this-event" | "next-edition" };
}

/**
 * Decides for every page, feed and piece of structured data what is true of an event; `join_waitlist` decides by the same
 * rule who may join.
 */
export function offerOf(event: EventFacts, now: Date): Offer {
  const state = stateOf(event, now);
  const isAhead = event.status === "scheduled" && state !== "past";
  const isOpen = event.status !== "cancelled" && !event.waitlist_closed;
  return {
    state,
    badge: badgeOf(event, state),
    date: dateOf(event),
    time: timeOf(event),
    listed: listOf(event, state),
    isAhead,
    takesRsvp: isAhead && isOpen,
    tickets:
      event.ticket_url && event.status === "scheduled"
        ? { url: event.ticket_url, areOpen: state === "tickets-open" }
        : null,
    waitlist: {
      isOpen,
      sentence: isOpen ? openSentence(event, state) : closedSentence(event),
      // Of a month that has passed nobody knows whether anything took place in it.
      purpose: state === "past" && isDayKnown(event) ? "next-edition" : "this-event",
    },
  };
}

function stateOf(event: EventFacts, now: Date): EventState {
  if (event.status === "postponed") return "postponed";
  if (isOver(event, now)) return "past";
  if (event.status === "cancelled") return "cancelled";
  if (event.date_precision === "exact" && event.starts_at && new Date(event.starts_at) <= now) return "on-now";
  return event.ticket_url && event.date_precision !== "tba" ? "tickets-open" : "announced";
}

function listOf({ status }: EventFacts, state: EventState): Offer["listed"] {
  if (status === "cancelled") return state === "past" ? "nowhere" : "canceled";
  return state === "past" ? "past" : "upcoming";
}

function badgeOf(event: EventFacts, state: EventState): string {
  switch (state) {
    case "past":
      if (event.status === "cancelled") return `Was canceled (${daysOf(event)})`;
      return isDayKnown(event)
        ? `Took place ${daysOf(event)}`
        : `${daysOf(event)} has passed; a new date is not announced yet`;
    case "cancelled":
      return "Canceled";
    case "postponed":
      return "Postponed; a new date is not announced yet";
    case "on-now":
      return "On now";
    case "tickets-open":
      return "Tickets are open";
    case "announced":
      return event.date_precision === "tba" ? "Date to be announced" : "Announced";
  }
}

function openSentence(event: EventFacts, state: EventState): string {
  switch (state) {
    case "past":
      return isDayKnown(event)
        ? "This edition is over. The list is for the next one: join it to hear first when it opens."
        : "Join the list to hear first when a new date is announced.";
    case "postponed":
      return "Join the list to hear first when a new date is announced.";
    case "on-now":
      return "This event is on now. Join the list to get email updates about it.";
    case "tickets-open":
      return "Tickets are open. Join the list to get email updates about this event.";
    default:
      return event.date_precision === "tba"
        ? "Join the list to hear first when the date is announced."
        : "Join the list to hear first when tickets are available.";
  }
}

const closedSentence = ({ status }: EventFacts) =>
  status === "cancelled"
    ? "This event was canceled, so nobody can join its waitlist."
    : "Nobody can join the waitlist for this event at the moment.";

/**
 * Those to come first: soonest first, then those without a date, then postponed ones; after them past ones, latest first.
 * @param events with their latest date first
 */
export function inOrder(events: Event[], now: Date): Event[] {
  const ahead = events.filter((event) => !isOver(event, now));
  const isDated = (event: Event) => event.starts_at !== null && event.status !== "postponed";
  return [
    ...ahead.filter(isDated).reverse(),
    ...ahead.filter((event) => event.starts_at === null && event.status !== "postponed"),
    ...ahead.filter((event) => event.status === "postponed"),
    ...events.filter((event) => isOver(event, now)),
  ];
}

/** What the page of events shows: the tabs, and the lists below them. */
export function shelvesOf(events: Event[], now: Date) {
  const listOfEvent = (event: Event) => offerOf(event, now).listed;
  const others = (list: Offer["listed"]) =>
    events.filter((event) => event.tab_order === null && listOfEvent(event) === list);
  return {
    special: tabsOf(events).filter((event) => listOfEvent(event) !== "nowhere"),
    upcoming: others("upcoming"),
    canceled: others("canceled"),
    past: others("past"),
  };
}

/** The event of the tab that is asked for, else the first that is not canceled; null where there are no tabs. */
export const tabOf = (special: Event[], key: string): Event | null =>
  special.find((event) => event.key === key) ??
  special.find(({ status }) => status !== "cancelled") ??
  special[0] ??
  null;
