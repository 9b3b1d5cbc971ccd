import { Fragment } from "react";
import { Nothing } from "../../../ui/nothing.tsx";
import { Pages } from "../../../ui/pages.tsx";
import type { Island } from "../../places/places.ts";
import type { Event } from "../event/event.ts";
import { type EventFilter, filterWords, listPath } from "../event/event-filter.ts";
import { EventFilterLinks } from "./event-filter-links.tsx";
import { EventList } from "./event-list.tsx";

interface OtherEventsProps {
  lists: { upcoming: Event[]; canceled: Event[]; past: Event[] };
  /** what is shown in full above them is ahead, too */
  isMore: boolean;
  filter: EventFilter | null;
  meets: Event["meets"][];
  islands: Island[];
  /** ISO time of the page */
  now: string;
  page: number;
  pages: number;
  /** what the links to these pages keep of the URL's query, with a final "&" */
  query: string;
}

/** The events of /events that have no tab, in lists that can be limited to a room, online or an island. */
export function OtherEvents({ lists, isMore, filter, meets, islands, now, page, pages, query }: OtherEventsProps) {
  const { upcoming } = lists;
  const shown = [
    { title: isMore ? "Also coming up" : "Coming up", events: upcoming },
    { title: "Canceled", events: lists.canceled },
    { title: "Earlier events", events: lists.past },
  ].filter(({ events }) => events.length > 0);
  if (shown.length === 0 && filter === null) return null;
  return (
    <div className="wrap section pt-0!" id="others">
      <EventFilterLinks current={filter} meets={meets} islands={islands} />
      {filter && shown.length === 0 ? (
        <Nothing>
          <p>
            No other event {filter.name === "meets" ? "meets" : "is"} {filterWords(filter)} at the moment.{" "}
            <a href={listPath(null)}>See all events</a>.
          </p>
        </Nothing>
      ) : null}
      {shown.map(({ title, events }, index) => (
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
          href={(to) => `/events?${query}page=${to}#others`}
        />
      </div>
      <p className="mt-8">
        Do you know of an event by another group? <a href="/suggest">Suggest it</a>.
      </p>
    </div>
  );
}
