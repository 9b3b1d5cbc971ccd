import type { Event } from "./event.ts";
import { EventCard } from "./event-details.tsx";

export function EventList({ events, now }: { events: Event[]; now: string }) {
  const at = new Date(now);
  return (
    <ul className="grid-cards mt-8">
      {events.map((event) => (
        <EventCard key={event.key} event={event} now={at} />
      ))}
    </ul>
  );
}
