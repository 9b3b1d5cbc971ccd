import { siteIsoInstant } from "../../../platform/text/site-time.ts";
import { Icon } from "../../../ui/icon.tsx";
import { dateAndTime, type ListedEvent, machineDate, pathOf, utcStartOf, whereText } from "../event/event.ts";
import type { EventState, Offer } from "../event/event-offer.ts";

const looks: Partial<Record<EventState, { look: string; icon: string }>> = {
  "on-now": { look: "live", icon: "sun" },
  "tickets-open": { look: "open", icon: "check" },
};

/** The current state of the event; icon and text convey it, so color is redundant. */
export function StateBadge({ offer: { state, badge } }: { offer: Offer }) {
  const { look, icon } = looks[state] ?? { look: "", icon: "calendar" };
  return (
    <p className={`badge ${look}`.trim()}>
      <Icon name={icon} size={16} />
      {badge}
    </p>
  );
}

export function EventLink({ event, offer }: { event: ListedEvent; offer: Offer }) {
  return (
    <a className="more cover" href={offer.takesRsvp ? `${pathOf(event)}#waitlist` : pathOf(event)}>
      {offer.takesRsvp ? "RSVP" : "See the event"}
      <span className="visually-hidden">: {event.title}</span>
      <Icon name="arrow-right" size={16} />
    </a>
  );
}

export function EventWhere({ event, offer }: { event: ListedEvent; offer: Offer }) {
  const words = dateAndTime(offer.date, offer.time);
  const date = machineDate(event);
  const start = offer.isAhead ? utcStartOf(event) : null;
  return (
    <ul className="where">
      <li>
        <Icon name="calendar" size={16} />
        {date ? <time dateTime={date}>{words}</time> : words}
      </li>{" "}
      {start ? (
        <li>
          <Icon name="clock" size={16} />
          <StartElsewhere event={event} start={start} />
        </li>
      ) : null}{" "}
      <li>
        <Icon name="map-pin" size={16} />
        {whereText(event)}
      </li>
    </ul>
  );
}

/**
 * The start of an online event for people outside Hawaiʻi: in UTC, or if the script runs, in their own time zone; it
 * removes the line around it where that is the event's own.
 */
export const StartElsewhere = ({ event, start }: { event: ListedEvent; start: string }) => (
  <time dateTime={siteIsoInstant(new Date(event.starts_at ?? 0))} data-local=" your time">
    {start}
  </time>
);
