import { ButtonLink } from "../../../ui/button.tsx";
import { useSite } from "../../../use-site.ts";

/** Links to the meetup calendar with all events, and to our own calendar feed. */
export function WholeCalendar({ origin }: { origin: string }) {
  const site = useSite();
  return (
    <section className="quiet section">
      <div className="wrap">
        <h2>The full calendar</h2>
        <p className="lead">Our regular meetups are on our meetup calendar, where you can sign up for them.</p>
        <p className="mt-6 flex flex-wrap items-center gap-5">
          <ButtonLink href={site.meetupUrl} target="_blank" rel="noopener noreferrer">
            View All Events<span className="visually-hidden"> (opens in a new tab)</span>
          </ButtonLink>{" "}
          <a href={`${origin.replace(/^https?/, "webcal")}/events.ics`}>Subscribe in your calendar app</a>{" "}
          <a href="/events.ics">Calendar file (.ics)</a>
        </p>
      </div>
    </section>
  );
}
