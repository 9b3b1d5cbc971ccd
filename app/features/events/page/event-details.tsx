import { excerptOf } from "../../../admin/excerpt.ts";
import { hasLinkSecret } from "../../../platform/text/link-secret.ts";
import { markdownAsText } from "../../../platform/text/markdown-as-text.ts";
import { momentText, siteOffset, zoneNameAt } from "../../../platform/text/site-time.ts";
import { ButtonLink, safeUrl } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LinkedText, MarkdownText } from "../../markdown/markdown-text.tsx";
import { sourcesOf } from "../../pictures/picture.ts";
import { MapLink } from "../../places/map-link.tsx";
import { placePath } from "../../places/places.ts";
import { CalendarLinks } from "../calendar/calendar-links.tsx";
import { ArrivalDetails } from "../event/arrival.tsx";
import { CoHosts } from "../event/co-hosts.tsx";
import { type Edition, neighborsOf } from "../event/editions.ts";
import {
  callPath,
  daysOf,
  type Event,
  isDayKnown,
  type ListedEvent,
  machineDate,
  pathOf,
  pathOfSeries,
  placesOf,
  programmePath,
  utcStartOf,
  whereText,
} from "../event/event.ts";
import { offerOf } from "../event/event-offer.ts";
import { shownPosterOf } from "../poster/drawn-poster.ts";
import { EventWhere, StartElsewhere, StateBadge } from "./event-parts.tsx";
import { hasRecap, Recap } from "./recap.tsx";

/** The maximum width of a poster in pixels, on a phone in landscape; a narrower picture is not scaled up to it. */
const widest = 720;

interface PosterProps {
  event: Event;
  /** in view as soon as the page loads */
  eager?: boolean;
  /** small, in the page header */
  inHead?: boolean;
}

export function Poster({ event, eager = false, inHead = false }: PosterProps) {
  const { path, alt, width, height } = shownPosterOf(event);
  const isNarrow = width !== null && width < widest;
  const sizes = isNarrow ? `min(92vw, ${width}px)` : "(min-width: 48rem) 31rem, 92vw";
  return (
    <img
      className={inHead ? "picture bill" : isNarrow ? "picture poster narrow" : "picture poster"}
      src={path}
      {...sourcesOf(path, inHead ? "16rem" : sizes)}
      alt={alt ?? ""}
      width={width ?? 800}
      height={height ?? 1000}
      loading={eager || inHead ? undefined : "lazy"}
      {...(eager || inHead ? { fetchpriority: "high" } : {})}
    />
  );
}

interface EventCardProps {
  event: Event;
  now: Date;
  /** links to its series, for a list that shows only the next edition of each series */
  leadsToSeries?: boolean;
}

export function EventCard({ event, now, leadsToSeries = false }: EventCardProps) {
  const offer = offerOf(event, now);
  return (
    <li className="card">
      <div className="body">
        <StateBadge offer={offer} />
        <h3>
          <a className="cover" href={pathOf(event)}>
            {event.title}
          </a>
        </h3>
        <p>{briefOf(event, now)}</p>
        {leadsToSeries && event.series ? (
          <p className="relative">
            <a href={pathOfSeries(event.series)}>All dates of {event.series.name}</a>
          </p>
        ) : null}
        <EventWhere event={event} offer={offer} />
      </div>
    </li>
  );
}

/** An excerpt of the recap if there is one, else the summary. */
export const briefOf = (event: ListedEvent, now: Date) =>
  hasRecap(event, now) && event.recap ? excerptOf(markdownAsText(event.recap)) : event.summary;

interface EventDetailsProps {
  event: Event;
  now: Date;
  origin: string;
  /** set if the page header does not show the event's title and state */
  heading?: "h2";
  /** the event is not published, so it has no calendar file */
  draft?: boolean;
  /** editions of its series; the previous and the next one are linked */
  editions?: Edition[];
  hasProgramme?: boolean;
  callDeadline?: string | null;
}

export function EventDetails({
  event,
  now,
  origin,
  heading: Heading,
  draft = false,
  editions = [],
  hasProgramme = false,
  callDeadline = null,
}: EventDetailsProps) {
  const offer = offerOf(event, now);
  const { date, time, tickets, isAhead } = offer;
  const { place_details: place } = event;
  const { previous, next } = neighborsOf(event, editions);
  const start = isAhead ? utcStartOf(event) : null;
  const ticketsUrl = tickets ? safeUrl(tickets.url) : undefined;
  return (
    <div className="grid content-start gap-5">
      {Heading ? (
        <div className="grid gap-3">
          <StateBadge offer={offer} />
          <Heading>{event.title}</Heading>
        </div>
      ) : null}
      {hasRecap(event, now) ? <Recap event={event} heading={Heading ? "h3" : "h2"} /> : null}
      <dl className="facts">
        <dt>When</dt>
        <dd>
          {machineDate(event) ? <time dateTime={machineDate(event)}>{date}</time> : date}
          {time ? (
            <>
              <br />
              {time}
            </>
          ) : null}
          {start ? (
            <p className="hint">
              Starts <StartElsewhere event={event} start={start} />. {zoneFromUtc(new Date(event.starts_at ?? 0))}.
            </p>
          ) : null}
        </dd>
        <dt>Where</dt>
        <dd>
          {whereText(event)}
          {event.place_note ? <LinkedText text={event.place_note} /> : null}
          {place && event.meets !== "online" ? (
            <p className="flex flex-wrap gap-x-5">
              <MapLink place={place} />{" "}
              {draft || hasLinkSecret(event.key) ? null : (
                <a className="inline-block py-1" href={placePath(place)}>
                  What else is here<span className="visually-hidden">: {place.name}</span>
                </a>
              )}
            </p>
          ) : null}
          {event.meets !== "room" && event.takes_reservations && isAhead ? (
            <p>People who have a spot{event.meets === "both" ? " online" : ""} get the link to join.</p>
          ) : null}
        </dd>
        {hasProgramme ? (
          <>
            <dt>Program</dt>
            <dd>
              <a href={programmePath(event)}>Talks, times and rooms</a>
            </dd>
          </>
        ) : null}
        {callDeadline ? (
          <>
            <dt>Call for talks</dt>
            <dd>
              <a href={callPath(event)}>Propose a talk</a> by {momentText(callDeadline)}
            </dd>
          </>
        ) : null}
        {event.co_hosts.length > 0 ? (
          <>
            <dt>With</dt>
            <dd>
              <CoHosts hosts={event.co_hosts} />
            </dd>
          </>
        ) : null}
        <Capacity event={event} />
        {event.series && !draft ? (
          <>
            <dt>Series</dt>
            <dd>
              <a href={pathOfSeries(event.series)}>{event.series.name}</a>
            </dd>
          </>
        ) : null}
        {next ? <EditionFact label="Next edition" edition={next} /> : null}
        {previous ? <EditionFact label="Previous edition" edition={previous} /> : null}
      </dl>
      <MarkdownText text={event.about} top={Heading ? 3 : 2} />
      {tickets && ticketsUrl ? (
        <p>
          <ButtonLink href={ticketsUrl} target="_blank" rel="noopener noreferrer">
            {tickets.areOpen ? "Get Tickets" : "See the ticket page"}
            <span className="visually-hidden"> for {event.title} (opens in a new tab)</span>
            <Icon name="external-link" size={16} />
          </ButtonLink>
        </p>
      ) : null}
      {isDayKnown(event) && isAhead && !draft ? <CalendarLinks event={event} origin={origin} /> : null}
      <ArrivalDetails event={event} heading={Heading ? "h3" : "h2"} />
    </div>
  );
}

function Capacity({ event }: { event: Event }) {
  const limited = placesOf(event).flatMap(({ attends, limit }) => (limit ? [{ attends, limit }] : []));
  if (limited.length === 0) return null;
  const said = limited.map(({ attends, limit }) => {
    const people = `${limit} ${limit === 1 ? "attendee" : "attendees"}`;
    return event.meets === "both" ? `${people} ${attends === "room" ? "in the room" : "online"}` : people;
  });
  return (
    <>
      <dt>Capacity</dt>
      <dd>Limited to {said.join(" and ")}</dd>
    </>
  );
}

/** HST is 10 hours behind UTC */
function zoneFromUtc(at: Date): string {
  const hours = siteOffset(at.getTime()) / 3_600_000;
  const size = Math.abs(hours);
  const far = `${size} ${size === 1 ? "hour" : "hours"} ${hours < 0 ? "behind" : "ahead of"}`;
  return `${zoneNameAt(at)} is ${size === 0 ? "the same as" : far} UTC`;
}

function EditionFact({ label, edition }: { label: string; edition: Edition }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <a href={pathOf(edition)}>{edition.title}</a>
        <br />
        {daysOf(edition)}
      </dd>
    </>
  );
}
