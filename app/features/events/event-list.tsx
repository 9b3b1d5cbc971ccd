import { type Event, pathOf } from "./event.ts";
import { EventWhere, StateBadge } from "./event-details.tsx";

/** Events as cards, each with its state and a link to its page. */
export function EventList({ events, now }: { events: Event[]; now: string }) {
  if (events.length === 0) return null;
  return (
    <ul className="grid-cards mt-8">
      {events.map((event) => (
        <li key={event.key} className="card">
          <div className="body">
            <StateBadge event={event} now={new Date(now)} />
            <h3>
              <a className="cover" href={pathOf(event)}>
                {event.title}
              </a>
            </h3>
            <p>{event.summary}</p>
            <EventWhere event={event} />
          </div>
        </li>
      ))}
    </ul>
  );
}
