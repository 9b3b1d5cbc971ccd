import { momentText } from "../../../platform/text/site-time.ts";
import {
  type Attends,
  dateAndTime,
  dateOf,
  daysOf,
  type Event,
  type EventDates,
  isDayKnown,
  isOver,
  type ListedEvent,
  placesOf,
  plannedFor,
  tabsOf,
  timeOf,
} from "./event.ts";
import type { listPurposes, signUps } from "./event-states.ts";

export type EventState = "announced" | "tickets-open" | "on-now" | "past" | "cancelled" | "postponed";

type EventList = "upcoming" | "canceled" | "past" | "nowhere";

export type EventFacts = EventDates &
  Pick<
    Event,
    | "ticket_url"
    | "waitlist_closed"
    | "meets"
    | "attendee_limit"
    | "online_limit"
    | "admission"
    | "takes_reservations"
    | "admission"
    | "sign_up_opens_at"
    | "sign_up_closes_at"
    | "event_spots"
    | "people_of"
  >;

/**
 * Whether spots are available, as in the database's `sign_up`. `line`: no date is set, and people join the waitlist;
 * `next`: the event is over, and people join for the next edition.
 */
export type SignUp = (typeof signUps)[number];

interface CountedSpots {
  total: number;
  /** null if the counts were not loaded */
  counts: { left: number; waiting: number } | null;
}

export interface Spots extends CountedSpots {
  /** `full`: open, but only for a position on the waitlist */
  signUp: SignUp | "full";
  areAskedFor: boolean;
  /** the same per place where it meets (room, online) */
  places: (CountedSpots & { attends: Attends })[];
}

export interface Offer {
  state: EventState;
  /** the state in a few words: "Tickets are on sale" */
  badge: string;
  /** the date as far as it is announced; `time` adds what `date` does not say */
  date: string;
  time: string | null;
  /** it is going to take place: it can be the next event, and be added to calendars */
  isAhead: boolean;
  takesRsvp: boolean;
  /** null if no tickets may be sold; if `areOpen` is false, the page links to them without saying they are on sale */
  tickets: { url: string; areOpen: boolean } | null;
  /** null if the event takes no reservations on this site */
  spots: Spots | null;
  /** whether people can sign up now, for what, and the sentence above the form */
  waitlist: { isOpen: boolean; sentence: string; purpose: (typeof listPurposes)[number] };
}

/** What the next event is called as a heading or tab: it may have begun. @param ahead the words for one that has not */
export const nextTitle = ({ state }: Pick<Offer, "state">, ahead = "Next event") =>
  state === "on-now" ? "On now" : ahead;

/**
 * Returns the state and offer of an event, for every page, feed and piece of structured data; `join_waitlist` applies
 * the same rule to decide who may join.
 */
export function offerOf(event: EventFacts, now: Date): Offer {
  const state = stateOf(event, now);
  const isAhead = isAheadOf(event, now);
  const spots = spotsOf(event, now);
  const isOpen =
    event.status !== "cancelled" &&
    event.admission !== "none" &&
    !event.waitlist_closed &&
    spots?.signUp !== "closed" &&
    !isOutOfTime(spots) &&
    !(event.people_of && spots?.signUp === "next");
  return {
    state,
    badge: badgeOf(event, state, spots),
    date: dateOf(event),
    time: timeOf(event),
    isAhead,
    takesRsvp: isAhead && isOpen && !event.people_of,
    tickets:
      event.ticket_url && event.status === "scheduled"
        ? { url: event.ticket_url, areOpen: state === "tickets-open" }
        : null,
    spots,
    waitlist: {
      isOpen,
      sentence:
        announcedSentence(event, state) ??
        spotsSentence(event, spots) ??
        (isOpen ? openSentence(event, state) : closedSentence(event)),
      purpose: purposeOf(event, state, spots),
    },
  };
}

function spotsOf(event: EventFacts, now: Date): Spots | null {
  if (!event.takes_reservations) return null;
  const places = placesOf(event).map(({ attends, limit }) => {
    const total = limit ?? 0;
    const counted = event.event_spots?.find((place) => place.attends === attends);
    const counts = counted ? { left: Math.max(0, total - counted.taken), waiting: counted.waiting } : null;
    return { attends, total, counts };
  });
  const sum = (ofPlace: (place: (typeof places)[number]) => number) =>
    places.reduce((total, place) => total + ofPlace(place), 0);
  const counts = places.every((place) => place.counts)
    ? { left: sum((place) => place.counts?.left ?? 0), waiting: sum((place) => place.counts?.waiting ?? 0) }
    : null;
  const signUp = signUpOf(event, now);
  const areAskedFor = event.admission === "asked";
  const isFull = signUp === "open" && counts?.left === 0 && !areAskedFor;
  return { signUp: isFull ? "full" : signUp, areAskedFor, total: sum(({ total }) => total), counts, places };
}

function signUpOf(event: EventFacts, now: Date): SignUp {
  const { status, starts_at: starts, sign_up_opens_at: opens, sign_up_closes_at: closes } = event;
  if (status === "cancelled" || event.waitlist_closed || event.people_of?.status === "cancelled") return "closed";
  if (status === "postponed" || starts === null) return "line";
  if (!isDayKnown(event)) return "line";
  if (isOver(event, now)) return "next";
  if (opens && new Date(opens) > now) return "early";
  return new Date(starts) <= now || (closes && new Date(closes) <= now) ? "late" : "open";
}

const isOutOfTime = (spots: Spots | null) => spots?.signUp === "early" || spots?.signUp === "late";

function purposeOf(event: EventFacts, state: EventState, spots: Spots | null): Offer["waitlist"]["purpose"] {
  if (spots && (spots.signUp !== "next" || event.people_of)) return spots.areAskedFor ? "request" : "reservation";
  // If only the month was known, we cannot say that the event took place.
  return state === "past" && isDayKnown(event) ? "next-edition" : "this-event";
}

function stateOf(event: EventFacts, now: Date): EventState {
  if (event.status === "postponed") return "postponed";
  if (isOver(event, now)) return "past";
  if (event.status === "cancelled") return "cancelled";
  if (event.date_precision === "exact" && event.starts_at && new Date(event.starts_at) <= now) return "on-now";
  return event.ticket_url && event.date_precision !== "tba" ? "tickets-open" : "announced";
}

/** The list that shows an event; a canceled one is no longer listed after its day, but keeps its page. */
export function listOf(event: EventFacts, now: Date): EventList {
  const isPast = isOver(event, now);
  if (event.status === "cancelled") return isPast ? "nowhere" : "canceled";
  return isPast ? "past" : "upcoming";
}

export const isAheadOf = (event: EventFacts, now: Date) => event.status === "scheduled" && !isOver(event, now);

function badgeOf(event: EventFacts, state: EventState, spots: Spots | null): string {
  switch (state) {
    case "past":
      if (event.status === "cancelled") return `Was canceled (${daysOf(event)})`;
      return isDayKnown(event) ? `Took place ${daysOf(event)}` : `${daysOf(event)} has passed`;
    case "cancelled":
      return "Canceled";
    case "postponed":
      return "Postponed; a new date is not announced yet";
    case "on-now":
      return "On now";
    case "tickets-open":
      return "Tickets are on sale";
    case "announced":
      if (spots?.signUp === "open") return spots.areAskedFor ? "Open for requests" : "Sign-up is open";
      if (spots?.signUp === "full") return "Full, with a waitlist";
      if (spots?.signUp === "late") return "Sign-up is over";
      return event.date_precision === "tba" ? "Date to be announced" : "Announced";
  }
}

/** Date and time; for a canceled or postponed event its state instead, and when a canceled one was to take place. */
export function whenText(event: EventFacts, { state, badge, date, time }: Offer): string {
  if (state !== "cancelled" && state !== "postponed") return dateAndTime(date, time);
  const planned = state === "cancelled" ? plannedFor(event) : null;
  return planned ? `${badge}. It was planned for ${planned}.` : badge;
}

/** What an event that nobody signs up for says instead of a form; undefined for any other event. */
function announcedSentence(event: EventFacts, state: EventState): string | undefined {
  if (event.admission !== "none") return undefined;
  if (event.status === "cancelled") return "This event was canceled.";
  if (state === "past") return isDayKnown(event) ? "This event is over." : "The date of this event has passed.";
  if (state === "postponed") return "No sign-up needed. The new date will be on this page.";
  if (!isDayKnown(event)) return "No sign-up needed. The date will be on this page.";
  return event.meets === "online" ? "No sign-up needed." : "No sign-up needed: just come.";
}

/** The sentence above the form of an event with reservations; undefined if it is the same as for an interest list. */
function spotsSentence(event: EventFacts, spots: Spots | null): string | undefined {
  if (!spots) return undefined;
  const { signUp } = spots;
  const free = "Spots are free of charge.";
  // People sign up for it on their status page of the main event, which shows the available spots.
  if (event.people_of && (signUp === "open" || signUp === "full" || signUp === "line")) return free;
  if (spots.areAskedFor && (signUp === "open" || signUp === "line"))
    return "Spots are free of charge, and the organizers decide who gets one.";
  switch (signUp) {
    case "open":
      return spots.counts && spots.counts.waiting > 0
        ? `${free} If the free ones go to people on the waitlist, you join the waitlist.`
        : free;
    case "full":
      return `${free} Join the waitlist for one that becomes available.`;
    case "line":
      return `${free} Join the waitlist now: once the date is announced, they are given in the order of the waitlist.`;
    case "early":
      return `${free} Sign-up opens on ${momentText(event.sign_up_opens_at ?? "")}.`;
    case "late":
      return "The time to sign up for this event is over.";
    case "closed":
      return event.status === "cancelled"
        ? "This event was canceled, so nobody can join it."
        : "Nobody can join this event at the moment.";
    case "next":
      return event.people_of ? "The date of this event has passed." : undefined;
    default:
      return undefined;
  }
}

function openSentence(event: EventFacts, state: EventState): string {
  // The same promise as in the answer to the form. Whoever sells tickets already says more than that.
  const andTickets = event.ticket_url ? "" : ", and when tickets become available";
  switch (state) {
    case "past":
      return isDayKnown(event)
        ? "This edition is over. The list is for the next one: join it to hear about it."
        : `Join the list to be notified when the next date is announced${andTickets}.`;
    case "postponed":
      return `Join the list to be notified when a new date is announced${andTickets}.`;
    case "on-now":
      return "This event is on now. Join the list to get email updates about it.";
    case "tickets-open":
      return "Tickets are on sale. Join the list to get email updates about this event.";
    default:
      return event.date_precision === "tba"
        ? `Join the list to be notified when the date is announced${andTickets}.`
        : "Join the list to get email updates about this event.";
  }
}

const closedSentence = ({ status }: EventFacts) =>
  status === "cancelled"
    ? "This event was canceled, so nobody can join its waitlist."
    : "Nobody can join the waitlist for this event at the moment.";

/**
 * Sorts upcoming events first: soonest first, then undated ones, then postponed ones; past ones follow, latest first.
 * @param events sorted by start, latest first
 */
export function inOrder<Listed extends ListedEvent>(events: Listed[], now: Date): Listed[] {
  const ahead: Listed[] = [];
  const over: Listed[] = [];
  for (const event of events) (isOver(event, now) ? over : ahead).push(event);
  const isDated = (event: Listed) => event.starts_at !== null && event.status !== "postponed";
  return [
    ...ahead.filter(isDated).reverse(),
    ...ahead.filter((event) => event.starts_at === null && event.status !== "postponed"),
    ...ahead.filter((event) => event.status === "postponed"),
    ...over,
  ];
}

/**
 * The event to show on pages that are not only about events: the next one, or else the last one with a known day.
 * Null if there is neither.
 * @param events as sorted by `inOrder`
 */
export function nextOrLast<Listed extends ListedEvent>(events: Listed[], now: Date): Listed | null {
  return (
    events.find((event) => isAheadOf(event, now)) ??
    events.find((event) => listOf(event, now) === "past" && isDayKnown(event)) ??
    null
  );
}

export function shelvesOf(events: Event[], now: Date) {
  const others: Record<EventList, Event[]> = { upcoming: [], canceled: [], past: [], nowhere: [] };
  for (const event of events) if (event.tab_order === null) others[listOf(event, now)].push(event);
  const { nowhere: _, ...lists } = others;
  return { special: tabsOf(events).filter((event) => listOf(event, now) !== "nowhere"), ...lists };
}

/**
 * The event that the events page shows in full: that of the requested tab, else that of the first (`tabOf`), else, if no
 * event has a tab, the next one. `next` is what comes next, unless it is shown in full.
 */
export function shownOf(
  { special, upcoming }: Pick<ReturnType<typeof shelvesOf>, "special" | "upcoming">,
  key: string,
  now: Date,
) {
  const next = [...special, ...upcoming]
    .filter((event) => isAheadOf(event, now))
    .sort((one, other) => startOf(one) - startOf(other))[0];
  const event = tabOf(special, key) ?? next ?? null;
  return { event, next: next && next !== event ? next : null };
}

/** Epoch milliseconds; an event without a date sorts last. */
const startOf = ({ starts_at }: EventDates) => (starts_at ? Date.parse(starts_at) : Number.POSITIVE_INFINITY);

/** The event of the requested tab, else the first that is not canceled, else the first; null if there are no tabs. */
export const tabOf = (special: Event[], key: string): Event | null =>
  special.find((event) => event.key === key) ??
  special.find(({ status }) => status !== "cancelled") ??
  special[0] ??
  null;
