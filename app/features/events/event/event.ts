import type { z } from "zod";
import {
  dayInMilliseconds,
  localDate,
  siteDay,
  siteDayOfYear,
  siteIsoDay,
  siteMonth,
  siteQuarter,
  siteTime,
  siteWeekday,
  siteYear,
  utcTime,
  utcWeekday,
  zonedTime,
} from "../../../platform/text/site-time.ts";
import type { eventRow, listedEventRow, mailedEventRow, ownEventRow } from "./event-rows.ts";
import { attendances } from "./event-states.ts";

export type Attends = (typeof attendances)[number];

/** A published event as its page shows it, without the other editions of its series. */
export type Event = z.output<typeof eventRow>;

/** An event with other events that are only open to people with a reservation at it. */
export type MainEvent = NonNullable<Event["people_of"]>;

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

export const attendsOptions = attendances.map((value) => ({ value, label: attendsLabels[value] }));

/** Where an event is, as shown in lists and on pages. @param attends where the person who reads it attends */
export function whereText({ meets, place }: Pick<Event, "meets" | "place">, attends?: Attends): string {
  if (meets === "both" && attends === "online") return attendsLabels.online;
  if (meets === "room" || (meets === "both" && attends === "room") || /\bonline\b/i.test(place)) return place;
  return meets === "both" ? `${place}, and online` : `Online: ${place}`;
}

/** An event on pages that are not only about events: everything but its text and its series. */
export type ListedEvent = z.output<typeof listedEventRow>;

export type MailedEvent = z.output<typeof mailedEventRow>;

/** An event in a person's status page and emails, which may be about one that visitors cannot see. */
export type OwnEvent = z.output<typeof ownEventRow>;

/** What a person's status page and emails say about an event that is not published. */
export const notAnnounced = "The next date is not announced yet";

export const posterOf = ({
  poster_path: path,
  poster_alt: alt,
  poster_width: width,
  poster_height: height,
}: ListedEvent) => (path ? { path, alt, width, height } : null);

export type EventDates = Pick<Event, "starts_at" | "ends_at" | "date_precision" | "over_at" | "time_note" | "status">;

export const tabsOf = (events: Event[]) =>
  events
    .filter(({ tab_order }) => tab_order !== null)
    .sort((one, other) => (one.tab_order ?? 0) - (other.tab_order ?? 0));

/** A postponed event has no date until it gets a new one; the database still has the old one. */
export const precisionOf = ({ status, starts_at, date_precision }: EventDates) =>
  status === "postponed" || starts_at === null ? "tba" : date_precision;

/** Whether an event is past at a given moment; one without a date never is. */
export const isOver = ({ over_at, status }: Pick<Event, "over_at" | "status">, now: Date) =>
  status !== "postponed" && over_at !== null && new Date(over_at) <= now;

/** Whether its day has passed; if only the month was known, we cannot say that the event took place. */
export const hasTakenPlace = (event: EventDates, now: Date) =>
  event.status === "scheduled" && isOver(event, now) && isDayKnown(event);

/** Whether it takes place on this day in Honolulu. */
export const isToday = (event: EventDates, now: Date) =>
  event.status === "scheduled" && isDayKnown(event) && siteIsoDay(new Date(event.starts_at)) === siteIsoDay(now);

/**
 * The moments (epoch milliseconds) at which one of the events begins or is over, or its sign-up opens or closes:
 * between two of them, nothing said about the events changes.
 */
export const changesOf = (events: ListedEvent[]): number[] =>
  events
    .flatMap((event) => [event.starts_at, event.over_at, event.sign_up_opens_at, event.sign_up_closes_at])
    .flatMap((at) => (at ? [Date.parse(at)] : []));

export function firstDayOf(event: EventDates): string {
  const start = new Date(event.starts_at ?? 0);
  switch (precisionOf(event)) {
    case "exact":
    case "day":
      return siteWeekday(start);
    case "month":
      return siteMonth(start);
    case "quarter":
      return siteQuarter(start);
    case "tba":
      return "Date to be announced";
  }
}

/** Like `firstDayOf`, but a range for an event of several days: "May 20, 9:00 AM to May 22, 2027, 5:00 PM HST". */
export function dateOf(event: EventDates): string {
  const days = severalDaysOf(event);
  if (!days) return firstDayOf(event);
  const { from, first, last } = days;
  if (event.date_precision === "day") return `${from} to ${siteDay(last)}`;
  return `${from}, ${siteTime(first)} to ${siteDay(last)}, ${zonedTime(last)}`;
}

/** The days without weekdays or times: "May 22, 2025", "May 20 to May 22, 2027", "Q3 2026". */
export function daysOf(event: EventDates): string {
  const days = severalDaysOf(event);
  if (days) return `${days.from} to ${siteDay(days.last)}`;
  return isDayKnown(event) ? siteDay(new Date(event.starts_at)) : firstDayOf(event);
}

/** The start in UTC for people online elsewhere: "Friday, May 21, 2027, 4:00 AM UTC". Null for any other event. */
export function utcStartOf(event: EventDates & Pick<Event, "meets">): string | null {
  if (event.meets === "room" || !hasExactTime(event)) return null;
  const start = new Date(event.starts_at);
  return `${utcWeekday(start)}, ${utcTime(start)} UTC`;
}

export const isDayKnown = <Known extends EventDates>(event: Known): event is Known & { starts_at: string } =>
  ["exact", "day"].includes(precisionOf(event));

/** The first and last moment of an event of several days; null for any other. */
function severalDaysOf(event: EventDates): { from: string; first: Date; last: Date } | null {
  if (!isDayKnown(event) || !event.ends_at) return null;
  const first = new Date(event.starts_at);
  // For less than a day, "6:00 PM to 1:00 AM" can only mean the next morning.
  const isExact = event.date_precision === "exact";
  const ends = new Date(event.ends_at);
  if (isExact && localDate(ends).getTime() - localDate(first).getTime() < dayInMilliseconds) return null;
  const last = isExact ? ends : lastDayOf(event.ends_at);
  if (siteIsoDay(first) === siteIsoDay(last)) return null;
  const isOneYear = siteYear(first) === siteYear(last);
  return { from: isOneYear ? siteDayOfYear(first) : siteDay(first), first, last };
}

/** An instant on the last day of an event that ends at the end of that day. */
export const lastDayOf = (endsAt: string) => new Date(Date.parse(endsAt) - 1);

/** "6:00 PM to 8:00 PM HST" on one day; only the time note (or null) if `dateOf` has the times or they are unknown. */
export function timeOf(event: EventDates): string | null {
  if (event.status === "postponed") return null;
  if (event.date_precision !== "exact" || !event.starts_at || severalDaysOf(event)) return event.time_note;
  const start = siteTime(new Date(event.starts_at));
  const range = event.ends_at
    ? `${start} to ${zonedTime(new Date(event.ends_at))}`
    : zonedTime(new Date(event.starts_at));
  return event.time_note ? `${range}, ${event.time_note}` : range;
}

/** Joins date and time in one line; a note that is not a time of day follows a colon: "Q3 2026: Multiple sessions". */
export function dateAndTime(date: string, time: string | null): string {
  if (!time) return date;
  return /^\d/.test(time) ? `${date}, ${time}` : `${date}: ${time}`;
}

/** When a canceled or postponed event was to take place; null if no day was announced. */
export function plannedFor(event: EventDates): string | null {
  const planned: EventDates = { ...event, status: "scheduled" };
  return isDayKnown(planned) ? dateAndTime(dateOf(planned), timeOf(planned)) : null;
}

/** The value of `<time datetime>`, as precise as the date is known; undefined if there is no date. */
export function machineDate(event: EventDates): string | undefined {
  const start = new Date(event.starts_at ?? 0);
  switch (precisionOf(event)) {
    case "exact":
      return start.toISOString();
    case "day":
      return siteIsoDay(start);
    case "month":
      return siteIsoDay(start).slice(0, 7);
    case "quarter":
      return siteIsoDay(start).slice(0, 4);
    case "tba":
      return undefined;
  }
}

export const shortTitle = (event: Event) => event.tab_label ?? event.title;

/** The path of an event's page; the Global Pizza Party has a special one. */
export const pathOf = (event: Pick<Event, "key">) =>
  event.key === "global-pizza-party" ? "/global-pizza-party" : `/events/${event.key}`;

/** The path of an event's page for admins, whose events have a key and an address. */
export const publicPathOf = ({ address }: { address: string }) => pathOf({ key: address });

export const pathOfSeries = ({ key }: { key: string }) => `/series/${key}`;

export const callPath = ({ key }: Pick<Event, "key">) => `/events/${key}/call`;

export const programmePath = ({ key }: Pick<Event, "key">) => `/events/${key}/programme`;

export const hasExactTime = <Known extends EventDates>(event: Known): event is Known & { starts_at: string } =>
  precisionOf(event) === "exact";
