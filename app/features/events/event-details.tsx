import { excerptOf } from "../../admin/excerpt.ts";
import { honoluluIsoDay } from "../../platform/honolulu.ts";
import { ButtonLink, safeUrl } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CalendarLinks } from "./calendar-links.tsx";
import { DatePlate } from "./date-plate.tsx";
import {
  dateOf,
  type Event,
  type EventState,
  hasExactTime,
  isOver,
  pathOf,
  stateOf,
  stateSentence,
  timeOf,
} from "./event.ts";
import { Paragraphs } from "./paragraphs.tsx";
import { smallerPosters } from "./poster.ts";
import { hasRecap, Recap } from "./recap.tsx";

export function Poster({ event, eager = false }: { event: Event; eager?: boolean }) {
  if (!event.poster_path) return <DatePlate event={event} />;
  const smaller = smallerPosters(event.poster_path).map(({ width, path }) => `${path} ${width}w`);
  return (
    <img
      className="picture poster"
      src={event.poster_path}
      {...(smaller.length > 0 ? { srcSet: smaller.join(", "), sizes: "(min-width: 48rem) 31rem, 92vw" } : {})}
      alt={event.poster_alt ?? ""}
      width={event.poster_width ?? 800}
      height={event.poster_height ?? 1000}
      loading={eager ? undefined : "lazy"}
      {...(eager ? { fetchpriority: "high" } : {})}
    />
  );
}

const looks: Partial<Record<EventState, { look: string; icon: string }>> = {
  "on-now": { look: "live", icon: "sun" },
  "tickets-open": { look: "open", icon: "check" },
};

/** What is true of the event now; shape and words say it, the color repeats it. */
export function StateBadge({ event, now }: { event: Event; now: Date }) {
  const { look, icon } = looks[stateOf(event, now)] ?? { look: "", icon: "calendar" };
  return (
    <p className={`badge ${look}`.trim()}>
      <Icon name={icon} size={16} />
      {stateSentence(event, now)}
    </p>
  );
}

/** An event among others, with its state and a link to its page. */
export function EventCard({ event, now }: { event: Event; now: Date }) {
  return (
    <li className="card">
      <div className="body">
        <StateBadge event={event} now={now} />
        <h3>
          <a className="cover" href={pathOf(event)}>
            {event.title}
          </a>
        </h3>
        <p>{hasRecap(event, now) && event.recap ? excerptOf(event.recap) : event.summary}</p>
        <EventWhere event={event} />
      </div>
    </li>
  );
}

/** Date and place in the foot of a card. */
export function EventWhere({ event }: { event: Event }) {
  const time = timeOf(event);
  return (
    <ul className="where">
      <li>
        <Icon name="calendar" size={16} />
        {[dateOf(event), time].filter(Boolean).join(", ")}
      </li>{" "}
      <li>
        <Icon name="map-pin" size={16} />
        {event.place}
      </li>
    </ul>
  );
}

interface EventDetailsProps {
  event: Event;
  now: Date;
  origin: string;
  /** given where the event's name and state do not stand in the head of the page */
  heading?: "h2";
  /** what visitors cannot see yet has no calendar file */
  draft?: boolean;
}

/** Everything that is known of an event, and what can be done about it. */
export function EventDetails({ event, now, origin, heading: Heading, draft = false }: EventDetailsProps) {
  const time = timeOf(event);
  const isAhead = event.status === "scheduled" && !isOver(event, now);
  return (
    <div className="grid content-start gap-5">
      {Heading ? (
        <div className="grid gap-3">
          <StateBadge event={event} now={now} />
          <Heading>{event.title}</Heading>
        </div>
      ) : null}
      {hasRecap(event, now) ? <Recap event={event} heading={Heading ? "h3" : "h2"} /> : null}
      <dl className="facts">
        <dt>When</dt>
        <dd>
          {event.starts_at ? <time dateTime={machineDate(event)}>{dateOf(event)}</time> : dateOf(event)}
          {time ? (
            <>
              <br />
              {time}
            </>
          ) : null}
        </dd>
        <dt>Where</dt>
        <dd>{event.place}</dd>
        {event.attendee_limit ? (
          <>
            <dt>Places</dt>
            <dd>
              Limited to {event.attendee_limit} {event.attendee_limit === 1 ? "attendee" : "attendees"}
            </dd>
          </>
        ) : null}
      </dl>
      <div className="grid gap-3">
        <Paragraphs text={event.about} />
      </div>
      {event.ticket_url && safeUrl(event.ticket_url) ? (
        <p>
          <ButtonLink href={safeUrl(event.ticket_url)} target="_blank" rel="noopener noreferrer">
            {stateOf(event, now) === "past" ? "See the ticket page" : "Get Tickets"}
            <span className="visually-hidden"> of {event.title} (opens in a new tab)</span>
            <Icon name="external-link" size={16} />
          </ButtonLink>
        </p>
      ) : null}
      {hasExactTime(event) && isAhead && !draft ? <CalendarLinks event={event} origin={origin} /> : null}
    </div>
  );
}

/** The value of `<time datetime>`: as precise as the date is known. */
function machineDate(event: Event): string | undefined {
  if (!event.starts_at) return undefined;
  const start = new Date(event.starts_at);
  const day = honoluluIsoDay(start);
  switch (event.date_precision) {
    case "exact":
      return start.toISOString();
    case "day":
      return day;
    case "month":
      return day.slice(0, 7);
    default:
      return day.slice(0, 4);
  }
}
