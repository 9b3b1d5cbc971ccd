import {
  dayInMilliseconds,
  honoluluDay,
  honoluluDayOfYear,
  honoluluIsoDay,
  honoluluMonth,
  honoluluQuarter,
  honoluluTime,
  honoluluWeekday,
  honoluluYear,
  utcTime,
  utcWeekday,
} from "../../../platform/text/honolulu.ts";
import type { Arrival } from "./arrival.tsx";
import type { CoHost } from "./co-hosts.tsx";

/** Where somebody takes part. */
export type Attends = "room" | "online";

/** Of those who take part in one place: people with a spot or an offer, people in line, and how often an admin moved one to its front. */
export interface PlaceCounts {
  attends: Attends;
  taken: number;
  waiting: number;
  moved_up: number;
}

/** An event that has others for those alone who have a reservation at it. */
export interface MainEvent {
  key: string | null;
  title: string | null;
  status: Event["status"] | null;
}

export interface Event extends Arrival {
  id: string;
  key: string;
  title: string;
  /** UTC; the first instant of the day, month or quarter where the precision is coarser than `exact` */
  starts_at: string | null;
  /** UTC, of an exact time; of a day of several, the first instant after the last */
  ends_at: string | null;
  /** the announced start before the date was moved, kept by the database; null where it never was */
  previous_starts_at: string | null;
  date_precision: "exact" | "day" | "month" | "quarter" | "tba";
  /** the instant from which the event is past, computed by the database; null while no date is announced */
  over_at: string | null;
  time_note: string | null;
  place: string;
  /** in a room, at the place, or online, by a link that only people with a spot see, or both */
  meets: Attends | "both";
  /** of the room where it meets in both */
  attendee_limit: number | null;
  /** of those online where it meets in both */
  online_limit: number | null;
  summary: string;
  about: string;
  /** what happened, and where photos or slides of it are; shown once the event is past */
  recap: string | null;
  recap_url: string | null;
  ticket_url: string | null;
  co_hosts: CoHost[];
  poster_path: string | null;
  poster_alt: string | null;
  poster_width: number | null;
  poster_height: number | null;
  status: "scheduled" | "cancelled" | "postponed";
  tab_order: number | null;
  tab_label: string | null;
  /** what it is an edition of; `about` with the editions of one series alone */
  series: { key: string; name: string; about: string | null } | null;
  /** an admin has closed the waitlist; that of a canceled event is closed anyway */
  waitlist_closed: boolean;
  /** its spots are given here */
  takes_reservations: boolean;
  /** null for at once, and for when it begins */
  sign_up_opens_at: string | null;
  sign_up_closes_at: string | null;
  /** how many people one reservation may be for */
  party_limit: number;
  /** what the organizer asks whoever signs up */
  question: string | null;
  /** how long an offered spot is kept, where the event is not near */
  offer_hours: number;
  /**
   * the event whose people with a reservation alone can sign up, of nulls where visitors do not see that one; null where
   * everybody can, and absent where it was not asked for
   */
  people_of?: MainEvent | null;
  /** of each place where it meets; null where no reservations are taken, and absent where it was not asked for */
  event_spots?: PlaceCounts[] | null;
  sequence: number;
  created_at: string;
  updated_at: string;
}

/** Where people take part, and how many can there. */
export function placesOf({
  meets,
  attendee_limit,
  online_limit,
}: Pick<Event, "meets" | "attendee_limit" | "online_limit">) {
  const places: { attends: Attends; limit: number | null }[] = [];
  if (meets !== "online") places.push({ attends: "room", limit: attendee_limit });
  if (meets !== "room") places.push({ attends: "online", limit: meets === "both" ? online_limit : attendee_limit });
  return places;
}

export const attendsLabels = { room: "In the room", online: "Online" } as const satisfies Record<Attends, string>;

export const attendsOptions = (["room", "online"] as const).map((value) => ({ value, label: attendsLabels[value] }));

/** Where an event is, as lists and pages say it. @param attends where one person takes part, to whom it is said */
export function whereText({ meets, place }: Pick<Event, "meets" | "place">, attends?: Attends): string {
  if (meets === "both" && attends === "online") return attendsLabels.online;
  if (meets === "room" || (meets === "both" && attends === "room") || /\bonline\b/i.test(place)) return place;
  return meets === "both" ? `${place}, and online` : `Online: ${place}`;
}

/** What pages about more than events say of one: all but its text and its series. */
export type ListedEvent = Omit<Event, "about" | "series">;

/** As emails to everybody on its waitlist have it: its series is not named there. */
export type MailedEvent = Omit<Event, "series">;

/** As one person's page and emails have it: they may be about an event that visitors cannot see. */
export type OwnEvent = Omit<
  Event,
  | "id"
  | "about"
  | "recap"
  | "recap_url"
  | "poster_path"
  | "poster_alt"
  | "series"
  | "created_at"
  | "updated_at"
  | "event_spots"
  | "people_of"
> & {
  /** false for the draft of the next edition, whose list was carried over */
  is_published: boolean;
};

/** What one person's page and emails say of an event that is not published. */
export const notAnnounced = "The next date is not announced yet";

/** Its poster; null where there is none. */
export const posterOf = ({
  poster_path: path,
  poster_alt: alt,
  poster_width: width,
  poster_height: height,
}: ListedEvent) => (path ? { path, alt, width, height } : null);

/** What decides when an event takes place, as far as that is announced. */
export type EventDates = Pick<Event, "starts_at" | "ends_at" | "date_precision" | "over_at" | "time_note" | "status">;

/** Those with a tab of their own on the page of events, in the order of the tabs. */
export const tabsOf = (events: Event[]) =>
  events
    .filter(({ tab_order }) => tab_order !== null)
    .sort((one, other) => (one.tab_order ?? 0) - (other.tab_order ?? 0));

/** A postponed event has no date until it gets its new one; what the database keeps is the old one. */
const precisionOf = ({ status, starts_at, date_precision }: EventDates) =>
  status === "postponed" || starts_at === null ? "tba" : date_precision;

/** Whether an event is past at a moment; one without a date never is. */
export const isOver = ({ over_at, status }: Pick<Event, "over_at" | "status">, now: Date) =>
  status !== "postponed" && over_at !== null && new Date(over_at) <= now;

/** Whether its day has come and gone: of a month that has passed nobody knows whether anything took place in it. */
export const hasTakenPlace = (event: EventDates, now: Date) =>
  event.status === "scheduled" && isOver(event, now) && isDayKnown(event);

/**
 * When one of the events begins or is over, or its sign-up opens or closes, in epoch milliseconds: between two such moments
 * the same is true of them.
 */
export const changesOf = (events: ListedEvent[]): number[] =>
  events
    .flatMap((event) => [event.starts_at, event.over_at, event.sign_up_opens_at, event.sign_up_closes_at])
    .flatMap((at) => (at ? [Date.parse(at)] : []));

/** The day on which it begins, as precisely as it is known: "Thursday, May 22, 2025", "May 2025", "Q3 2026". */
export function firstDayOf(event: EventDates): string {
  const start = new Date(event.starts_at ?? 0);
  switch (precisionOf(event)) {
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
export function dateOf(event: EventDates): string {
  const days = severalDaysOf(event);
  if (!days) return firstDayOf(event);
  const { from, first, last } = days;
  if (event.date_precision === "day") return `${from} to ${honoluluDay(last)}`;
  return `${from}, ${honoluluTime(first)} to ${honoluluDay(last)}, ${honoluluTime(last)} HST`;
}

/** The days alone, in the past as in the future: "May 22, 2025", "May 20 to May 22, 2027", "Q3 2026". */
export function daysOf(event: EventDates): string {
  const days = severalDaysOf(event);
  if (days) return `${days.from} to ${honoluluDay(days.last)}`;
  return isDayKnown(event) ? honoluluDay(new Date(event.starts_at)) : firstDayOf(event);
}

/** When an event with people online begins, in UTC, for who is elsewhere: "Friday, May 21, 2027, 4:00 AM UTC"; null of any other. */
export function utcStartOf(event: EventDates & Pick<Event, "meets">): string | null {
  if (event.meets === "room" || !hasExactTime(event)) return null;
  const start = new Date(event.starts_at);
  return `${utcWeekday(start)}, ${utcTime(start)} UTC`;
}

/** Whether it is known on which day it begins. */
export const isDayKnown = <Known extends EventDates>(event: Known): event is Known & { starts_at: string } =>
  ["exact", "day"].includes(precisionOf(event));

/** The first and the last moment of an event of several days; null for all others. */
function severalDaysOf(event: EventDates): { from: string; first: Date; last: Date } | null {
  if (!isDayKnown(event) || !event.ends_at) return null;
  const first = new Date(event.starts_at);
  // Below a day, "6:00 PM to 1:00 AM" can only mean the next morning.
  if (event.date_precision === "exact" && Date.parse(event.ends_at) - first.getTime() < dayInMilliseconds) return null;
  const last = event.date_precision === "exact" ? new Date(event.ends_at) : lastDayOf(event.ends_at);
  if (honoluluIsoDay(first) === honoluluIsoDay(last)) return null;
  const isOneYear = honoluluYear(first) === honoluluYear(last);
  return { from: isOneYear ? honoluluDayOfYear(first) : honoluluDay(first), first, last };
}

/** An instant of the last day of an event that ends with it. */
export const lastDayOf = (endsAt: string) => new Date(Date.parse(endsAt) - 1);

/** "6:00 PM to 8:00 PM HST" of one day; what else is known of the time, or null, where `dateOf` says it or nobody can. */
export function timeOf(event: EventDates): string | null {
  if (event.status === "postponed") return null;
  if (event.date_precision !== "exact" || !event.starts_at || severalDaysOf(event)) return event.time_note;
  const start = honoluluTime(new Date(event.starts_at));
  const range = event.ends_at ? `${start} to ${honoluluTime(new Date(event.ends_at))} HST` : `${start} HST`;
  return event.time_note ? `${range}, ${event.time_note}` : range;
}

/** Both in one line; what is a note and no time of day comes after a colon: "Q3 2026: Multiple sessions". */
export function dateAndTime(date: string, time: string | null): string {
  if (!time) return date;
  return /^\d/.test(time) ? `${date}, ${time}` : `${date}: ${time}`;
}

/** The value of `<time datetime>`, as precise as the date is known; undefined while there is none. */
export function machineDate(event: EventDates): string | undefined {
  const start = new Date(event.starts_at ?? 0);
  switch (precisionOf(event)) {
    case "exact":
      return start.toISOString();
    case "day":
      return honoluluIsoDay(start);
    case "month":
      return honoluluIsoDay(start).slice(0, 7);
    case "quarter":
      return honoluluIsoDay(start).slice(0, 4);
    case "tba":
      return undefined;
  }
}

/** The label of the event's tab and of its waitlist. */
export const shortTitle = (event: Event) => event.tab_label ?? event.title;

/** The page of an event; the Global Pizza Party has one of its own. */
export const pathOf = (event: Pick<Event, "key">) =>
  event.key === "global-pizza-party" ? "/global-pizza-party" : `/events/${event.key}`;

/** The page of a series. */
export const pathOfSeries = ({ key }: { key: string }) => `/series/${key}`;

/** The form of an event's call for talks. */
export const callPath = ({ key }: Pick<Event, "key">) => `/events/${key}/call`;

/** The program of an event. */
export const programmePath = ({ key }: Pick<Event, "key">) => `/events/${key}/programme`;

/** Online calendars take an exact time alone; a calendar file takes every event whose day is known. */
export const hasExactTime = <Known extends EventDates>(event: Known): event is Known & { starts_at: string } =>
  precisionOf(event) === "exact";
