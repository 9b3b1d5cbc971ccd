import type { Event, EventDates } from "./event.ts";

/** What one edition of a series is known by on the page of another one. */
export type Edition = EventDates & Pick<Event, "key" | "title" | "created_at">;

/** Those without a date yet come last; a postponed one has none. */
const startOf = ({ starts_at, status }: Edition) =>
  starts_at === null || status === "postponed" ? Number.POSITIVE_INFINITY : Date.parse(starts_at);

const inTime = (one: Edition, other: Edition) => {
  const [first, second] = [startOf(one), startOf(other)];
  return first === second ? Date.parse(one.created_at) - Date.parse(other.created_at) : first - second;
};

/**
 * The editions right before and right after an event in time. One that was canceled is passed over.
 * @param editions of the event's series, with or without itself, in any order
 */
export function neighborsOf(event: Edition, editions: Edition[]): { previous?: Edition; next?: Edition } {
  const others = editions.filter(({ key, status }) => key !== event.key && status !== "cancelled");
  const line = [...others, event].sort(inTime);
  const place = line.indexOf(event);
  return { previous: line[place - 1], next: line[place + 1] };
}
