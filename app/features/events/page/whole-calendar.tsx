import { ButtonLink } from "../../../ui/button.tsx";
import { useSite } from "../../../use-site.ts";
import { type EventFilter, filteredPath, filterWords } from "../event/event-filter.ts";

interface WholeCalendarProps {
  origin: string;
  /** which events are listed, and so are in the feed */
  filter: EventFilter | null;
}

/** Links to the meetup calendar with all events, and to our own calendar feed. */
export function WholeCalendar({ origin, filter }: WholeCalendarProps) {
  const site = useSite();
  const feed = filteredPath("/events.ics", filter);
  const which = filter ? `: events ${filterWords(filter)}` : "";
  return (
    <section className="quiet section">
      <div className="wrap">
        <h2>The full calendar</h2>
        <p className="lead">Our regular meetups are on our meetup calendar, where you can sign up for them.</p>
        <p className="mt-6 flex flex-wrap items-center gap-5">
          <ButtonLink href={site.meetupUrl} target="_blank" rel="noopener noreferrer">
            View All Events<span className="visually-hidden"> (opens in a new tab)</span>
          </ButtonLink>{" "}
          <a href={`${origin.replace(/^https?/, "webcal")}${feed}`}>Subscribe in your calendar app{which}</a>{" "}
          <a href={feed}>Calendar file (.ics){which}</a>
        </p>
      </div>
    </section>
  );
}
