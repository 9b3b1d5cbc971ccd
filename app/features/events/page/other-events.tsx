import { Fragment } from "react";
import { Pages } from "../../../ui/pages.tsx";
import type { Event } from "../event/event.ts";
import type { EventFilter } from "../event/event-filter.ts";
import { offerOf } from "../event/event-offer.ts";
import { EventList } from "./event-list.tsx";

interface OtherEventsProps {
  /** ISO time */
  now: string;
  upcoming: Event[];
  canceled: Event[];
  past: Event[];
  /** of the past events */
  page: number;
  pages: number;
  /** the event that is shown in full */
  event: Event | null;
  next: Event | null;
  filter: EventFilter | null;
}

/** The events that are not shown in full: coming, canceled, and a page of the past ones. */
export function OtherEvents({ now, upcoming, canceled, past, page, pages, event, next, filter }: OtherEventsProps) {
  const isAhead = event !== null && offerOf(event, new Date(now)).isAhead;
  const tab = filter ? `${filter.name}=${filter.value}&` : event && event !== next ? `event=${event.key}&` : "";
  const lists = [
    { title: isAhead ? "Also coming up" : "Coming up", events: upcoming },
    { title: "Canceled", events: canceled },
    { title: "Earlier events", events: past },
  ].filter(({ events }) => events.length > 0);
  if (lists.length === 0) return null;
  return (
    <div className="wrap section pt-0!" id="others">
      {lists.map(({ title, events }, index) => (
        <Fragment key={title}>
          <h2 className={index > 0 ? "mt-14" : undefined}>{title}</h2>
          <EventList events={events} now={now} leadsToSeries={events === upcoming} />
        </Fragment>
      ))}
      <div className="mt-8">
        <Pages
          label="Pages of earlier events"
          page={page}
          pages={pages}
          href={(to) => `/events?${tab}page=${to}#others`}
        />
      </div>
      <p className="mt-8">
        Do you know of an event by another group? <a href="/suggest">Suggest it</a>.
      </p>
    </div>
  );
}
