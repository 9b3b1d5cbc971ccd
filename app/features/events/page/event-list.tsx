import type { Event } from "../event/event.ts";
import { EventCard } from "./event-details.tsx";

interface EventListProps {
  events: Event[];
  /** ISO time */
  now: string;
  leadsToSeries?: boolean;
}

export function EventList({ events, now, leadsToSeries }: EventListProps) {
  const at = new Date(now);
  return (
    <ul className="grid-cards mt-8">
      {events.map((event) => (
        <EventCard key={event.key} event={event} now={at} leadsToSeries={leadsToSeries} />
      ))}
    </ul>
  );
}
