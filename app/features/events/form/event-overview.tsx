import type { ReactNode } from "react";
import { State } from "../../../admin/state.tsx";
import { pluralize } from "../../../platform/text/pluralize.ts";
import { dateOf, hasTakenPlace, isOver, isToday, publicPathOf, timeOf, whereText } from "../event/event.ts";
import type { EditedEvent } from "./event-editing.server.ts";
import { statusLabel } from "./event-form.tsx";
import { WhoSees } from "./event-link.tsx";
import { listState } from "./waitlist-words.ts";

interface SummaryProps {
  event: EditedEvent;
  now: Date;
  origin: string;
  children: ReactNode;
}

export function EventSummary({ event, now, origin, children }: SummaryProps) {
  const signUp = listState({ event, is_published: event.is_published }, now);
  const missing = missingOf(event);
  const path = `/admin/events/${event.id}`;
  return (
    <section className="panel" aria-label="The event">
      <dl className="facts">
        <dt>State</dt>
        <dd>
          {event.is_published ? (
            <State shape="full">Published</State>
          ) : (
            <State shape="dashed">Draft, visible only to admins</State>
          )}{" "}
          {event.status === "scheduled" ? null : <State shape="alert">{statusLabel(event.status)}</State>}
        </dd>
        <dt>Who sees it</dt>
        <dd>
          <WhoSees event={event} origin={origin} />
        </dd>
        <dt>When</dt>
        <dd>{[dateOf(event), timeOf(event)].filter(Boolean).join(", ")}</dd>
        <dt>Where</dt>
        <dd className="wrap-anywhere">
          {whereText(event)}
          {event.place_id ? (
            <>
              {" "}
              <a href={`/admin/places/${event.place_id}#notes`}>Notes for organizers</a>
            </>
          ) : null}
        </dd>
        <dt>Sign-up</dt>
        <dd>
          <State shape={signUp.shape}>{signUp.text}</State> {children}
        </dd>
        {event.for_people_of && event.people_of ? (
          <>
            <dt>Workshop of</dt>
            <dd>
              <a href={`/admin/events/${event.for_people_of}`}>{event.people_of.title}</a>
            </dd>
          </>
        ) : null}
        {missing.length > 0 ? (
          <>
            <dt>Still missing</dt>
            <dd>{missing.join(", ")}</dd>
          </>
        ) : null}
      </dl>
      <p className="actions">
        {event.is_published ? <a href={publicPathOf(event)}>View page</a> : null}
        {event.is_published ? null : <a href={`${path}/preview`}>Show the draft to someone</a>}
        <a href={`${path}/poster`}>{event.poster_path ? "Poster" : "Add a poster"}</a>
        {event.meets === "room" ? null : <a href={`${path}/join-link`}>Join link</a>}
        <a href={`${path}/links`}>Links and flyers</a>
        {event.is_published && event.visibility === "public" ? (
          <a href={`/admin/posts/new?event=${event.id}`}>Post to a channel</a>
        ) : null}
        <a href={`${path}/copy`}>Copy into the next edition</a>
      </p>
    </section>
  );
}

function missingOf({ is_published, date_precision, place, about, poster_path }: EditedEvent): string[] {
  if (is_published) return [];
  return [
    ...(date_precision === "tba" ? ["date"] : []),
    ...(place.trim() ? [] : ["place"]),
    ...(about.trim() ? [] : ["text"]),
    ...(poster_path ? [] : ["poster"]),
  ];
}

interface NextStepProps {
  event: EditedEvent;
  figures: { next: unknown; troubles: unknown[]; counts: { spam: number; asked: number } };
  hasSender: boolean;
  lacksLink: boolean;
  now: Date;
}

/** What an organizer would do next for this event; nothing if there is nothing to do. */
export function NextStep(props: NextStepProps) {
  const step = stepOf(props);
  if (!step) return null;
  return (
    <p className="lead">
      {step.text} <a href={`/admin/events/${props.event.id}${step.to}`}>{step.label}</a>.
    </p>
  );
}

function stepOf({
  event,
  figures,
  hasSender,
  lacksLink,
  now,
}: NextStepProps): { text: string; to: string; label: string } | null {
  if (!event.is_published && !isOver(event, now))
    return { text: "Visitors do not see it yet.", to: "/details#event-is_published", label: "Publish it" };
  if (figures.troubles.length > 0)
    return { text: "Offers of spots may not have arrived.", to: "/people#trouble", label: "Decide what happens" };
  if (!hasSender && figures.next)
    return { text: "Spots are free, and people are waiting.", to: "/people#by-hand", label: "Give spots" };
  if (figures.counts.asked > 0 && !isOver(event, now))
    return {
      text: `${pluralize(figures.counts.asked, "person asks", "people ask")} to attend.`,
      to: "/people?state=asked",
      label: "Accept them or turn them down",
    };
  if (lacksLink && event.status === "scheduled" && !isOver(event, now))
    return { text: "People online have no link to join yet.", to: "/join-link", label: "Enter it" };
  if (isToday(event, now) && !isOver(event, now) && event.takes_reservations && event.meets !== "online")
    return { text: "It is today.", to: "/door", label: "Check people in" };
  if (hasTakenPlace(event, now) && !event.recap)
    return { text: "It is over.", to: "/afterwards", label: "See who came, and say what happened" };
  if (figures.counts.spam > 0)
    return { text: "Some sign-ups look like spam.", to: "/people?state=spam", label: "Check them" };
  return null;
}
