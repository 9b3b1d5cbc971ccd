import type { Event, EventDates } from "./event.ts";

export type Edition = EventDates & Pick<Event, "key" | "title" | "created_at">;

/** Sort key: editions without a date come last; a postponed one counts as having none. */
const startOf = ({ starts_at, status }: Edition) =>
  starts_at === null || status === "postponed" ? Number.POSITIVE_INFINITY : Date.parse(starts_at);

const inTime = (one: Edition, other: Edition) => {
  const [first, second] = [startOf(one), startOf(other)];
  return first === second ? Date.parse(one.created_at) - Date.parse(other.created_at) : first - second;
};

/**
 * Returns the editions right before and right after an event in time, skipping canceled ones.
 * @param editions the editions of the event's series in any order, with or without the event itself
 */
export function neighborsOf(event: Edition, editions: Edition[]): { previous?: Edition; next?: Edition } {
  const others = editions.filter(({ key, status }) => key !== event.key && status !== "cancelled");
  const line = [...others, event].sort(inTime);
  const place = line.indexOf(event);
  return { previous: line[place - 1], next: line[place + 1] };
}
