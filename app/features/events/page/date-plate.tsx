import { Icon } from "../../../ui/icon.tsx";
import { type Event, firstDayOf } from "../event/event.ts";

/** Stands where a poster would: the night, a guiding star, and the date that the facts beside it say in words. */
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

/** What of a date is written large, and what small: 22 and May 2025, January and 2027, Q3 and 2026; without a date, that there is none. */
export function plateWords(date: string): [string, string] {
  const [, month, day, year] = /(\S+) (\d+), (\d+)$/.exec(date) ?? [];
  if (day) return [day, `${month} ${year}`];
  const [, period, of] = /^(\S+) (\d{4})$/.exec(date) ?? [];
  return period && of ? [period, of] : ["Date", "to be announced"];
}
