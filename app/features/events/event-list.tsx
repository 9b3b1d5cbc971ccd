import { dateOf, type Event, pathOf, stateSentence } from "./event.ts";

/** Events as cards, each with its state and a link to its page. */
export function EventList({ events, now }: { events: Event[]; now: string }) {
  if (events.length === 0) return null;
  return (
    <ul className="grid-cards mt-8">
      {events.map((event) => (
        <li key={event.key} className="card">
          <div className="body">
            <p className="badge">{stateSentence(event, new Date(now))}</p>
            <h3>
              <a href={pathOf(event)}>{event.title}</a>
            </h3>
            <p>{event.summary}</p>
            <p className="mt-auto">
              {dateOf(event)} · {event.place}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
