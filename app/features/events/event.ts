import {
  dayInMilliseconds,
  honoluluDay,
  honoluluDayOfYear,
  honoluluMonth,
  honoluluQuarter,
  honoluluTime,
  honoluluWeekday,
  honoluluYear,
} from "../../platform/honolulu.ts";
import type { ListPurpose } from "../waitlist/waitlist.schema.ts";

export interface Event {
  id: string;
  key: string;
  title: string;
  /** UTC; the first instant of the day, month or quarter where the precision is coarser than `exact` */
  starts_at: string | null;
  ends_at: string | null;
  /** the announced start before the date was moved, kept by the database; null where it never was */
  previous_starts_at: string | null;
  date_precision: "exact" | "day" | "month" | "quarter" | "tba";
  /** the instant from which the event is past, computed by the database; null while no date is announced */
  over_at: string | null;
  time_note: string | null;
  place: string;
  attendee_limit: number | null;
  summary: string;
  about: string;
  /** what happened, and where photos or slides of it are; shown once the event is past */
  recap: string | null;
  recap_url: string | null;
  ticket_url: string | null;
  poster_path: string | null;
  poster_alt: string | null;
  poster_width: number | null;
  poster_height: number | null;
  status: "scheduled" | "cancelled" | "postponed";
  tab_order: number | null;
  tab_label: string | null;
  sequence: number;
  created_at: string;
  updated_at: string;
}

export type EventState = "announced" | "tickets-open" | "on-now" | "past" | "cancelled" | "postponed";

/** Those with a tab of their own on the page of events, in the order of the tabs. */
export const tabsOf = (events: Event[]) =>
  events
    .filter(({ tab_order }) => tab_order !== null)
    .sort((one, other) => (one.tab_order ?? 0) - (other.tab_order ?? 0));

/** Whether an event is past at a moment; one without a date never is. */
export const isOver = ({ over_at }: Pick<Event, "over_at">, now: Date) => over_at !== null && new Date(over_at) <= now;

/** What is true of an event at a moment. */
export function stateOf(event: Event, now: Date): EventState {
  if (event.status === "postponed") return "postponed";
  if (isOver(event, now)) return "past";
  if (event.status !== "scheduled") return event.status;
  if (event.date_precision === "exact" && event.starts_at && new Date(event.starts_at) <= now) return "on-now";
  return event.ticket_url && event.date_precision !== "tba" ? "tickets-open" : "announced";
}

/** When one of the events begins or is over, in epoch milliseconds: between two such moments the same is true of them. */
export const changesOf = (events: Event[]): number[] =>
  events.flatMap(({ starts_at, over_at }) => [starts_at, over_at]).flatMap((at) => (at ? [Date.parse(at)] : []));

/** The day on which it begins, as precisely as it is known: "Thursday, May 22, 2025", "May 2025", "Q3 2026". */
export function firstDayOf(event: Event): string {
  if (!event.starts_at) return "Date to be announced";
  const start = new Date(event.starts_at);
  switch (event.date_precision) {
    case "exact":
    case "day":
      return honoluluWeekday(start);
    case "month":
      return honoluluMonth(start);
    case "quarter":
      return honoluluQuarter(start);
    case "tba":
      return "Date to be announced";
  }
}

/** As `firstDayOf`; over several days from when to when: "May 20, 9:00 AM to May 22, 2027, 5:00 PM HST". */
export function dateOf(event: Event): string {
  if (!hasSeveralDays(event)) return firstDayOf(event);
  const [start, end] = [new Date(event.starts_at), new Date(event.ends_at)];
  const isOneYear = honoluluYear(start) === honoluluYear(end);
  const from = isOneYear ? honoluluDayOfYear(start) : honoluluDay(start);
  return `${from}, ${honoluluTime(start)} to ${honoluluDay(end)}, ${honoluluTime(end)} HST`;
}

/** Below a day, "6:00 PM to 1:00 AM" can only mean the next morning. */
const hasSeveralDays = (event: Event): event is Event & { starts_at: string; ends_at: string } =>
  event.date_precision === "exact" &&
  event.starts_at !== null &&
  event.ends_at !== null &&
  Date.parse(event.ends_at) - Date.parse(event.starts_at) >= dayInMilliseconds;

/** "6:00 PM to 8:00 PM HST" of one day; what else is known of the time, or null, where `dateOf` says it or nobody can. */
export function timeOf(event: Event): string | null {
  if (event.date_precision !== "exact" || !event.starts_at || hasSeveralDays(event)) return event.time_note;
  const start = honoluluTime(new Date(event.starts_at));
  const range = event.ends_at ? `${start} to ${honoluluTime(new Date(event.ends_at))} HST` : `${start} HST`;
  return event.time_note ? `${range}, ${event.time_note}` : range;
}

/** One sentence about the state, for the badge. */
export function stateSentence(event: Event, now: Date): string {
  switch (stateOf(event, now)) {
    case "past": {
      const start = event.starts_at ? new Date(event.starts_at) : now;
      const isDayKnown = event.date_precision === "exact" || event.date_precision === "day";
      const date = isDayKnown ? honoluluDay(start) : firstDayOf(event);
      if (event.status === "cancelled") return `Was canceled (${date})`;
      return isDayKnown ? `Took place ${date}` : `${date} has passed; a new date is not announced yet`;
    }
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

/** What the waitlist of an event is for, now. */
export const waitlistPurpose = (event: Event, now: Date): ListPurpose =>
  stateOf(event, now) === "past" ? "next-edition" : "this-event";

/** What the waitlist is for, now, in a sentence. */
export function waitlistSentence(event: Event, now: Date): string {
  return stateOf(event, now) === "past"
    ? "This edition is over. The list is for the next one: join it and you hear first when it opens."
    : "Join the list and you hear first when tickets are available.";
}

/** The label of the event's tab and of its waitlist. */
export const shortTitle = (event: Event) => event.tab_label ?? event.title;

/** The page of an event; the Global Pizza Party has one of its own. */
export const pathOf = (event: Pick<Event, "key">) =>
  event.key === "global-pizza-party" ? "/global-pizza-party" : `/events/${event.key}`;

/** Only an exact time can stand in a calendar. */
export const hasExactTime = (event: Event): event is Event & { starts_at: string } =>
  event.date_precision === "exact" && event.starts_at !== null;
