import { Icon } from "../../../ui/icon.tsx";
import { type Event, firstDayOf } from "../event/event.ts";

/** Replaces a missing poster: a night sky, a guiding star, and the date, which the facts beside it give as text. */
export function DatePlate({ event }: { event: Event }) {
  const [large, small] = plateWords(firstDayOf(event));
  return (
    <div className="picture poster plate no-print" aria-hidden="true">
      <Icon name="mark" size={72} />
      <p>
        <b>{large}</b> {small}
      </p>
      <p>{event.place}</p>
    </div>
  );
}

/**
 * Splits a date into its large and its small part: 22 and May 2025, January and 2027, Q3 and 2026. Without a date, it
 * returns "Date" and "to be announced".
 */
export function plateWords(date: string): [string, string] {
  const [, month, day, year] = /(\S+) (\d+), (\d+)$/.exec(date) ?? [];
  if (day) return [day, `${month} ${year}`];
  const [, period, of] = /^(\S+) (\d{4})$/.exec(date) ?? [];
  return period && of ? [period, of] : ["Date", "to be announced"];
}
