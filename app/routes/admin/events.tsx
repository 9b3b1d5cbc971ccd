import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../features/admins/admins.server.ts";
import { Done } from "../../features/admins/done.tsx";
import { ListFilters } from "../../features/admins/list-filters.tsx";
import { listHref, readListQuery } from "../../features/admins/list-query.ts";
import { dateOf, stateSentence } from "../../features/events/event.ts";
import {
  type EditedEvent,
  eventSorts,
  eventStates,
  listEditedEvents,
} from "../../features/events/event-editing.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { throwUnavailable } from "../../platform/http.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: eventSorts, filters: { state: eventStates } });
  const list = await listEditedEvents(admin, query, context.now).catch(throwUnavailable);
  return { ...list, query, now: context.now.toISOString() };
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { title: "Events", description: "All events, drafts too.", path: "/admin/events", indexed: false });

const states = [
  { value: "", label: "All" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "draft", label: "Drafts" },
  { value: "off", label: "Cancelled or postponed" },
];

const sorts = [
  { value: "latest", label: "Latest first" },
  { value: "earliest", label: "Earliest first" },
  { value: "title", label: "Title" },
  { value: "changed", label: "Changed last" },
];

export default function Events() {
  const { rows: events, total, page, pages, query } = useLoaderData<typeof loader>();
  const isNarrowed = query.search !== "" || query.filters.state !== "";
  return (
    <>
      <div className="admin-top">
        <h1>Events</h1>
        <ButtonLink looks={["small"]} href="/admin/events/new">
          New event
        </ButtonLink>
      </div>
      <Done />
      <ListFilters
        query={query}
        searches="title, place, summary, key"
        sorts={sorts}
        filters={[{ name: "state", label: "State", options: states }]}
      />
      {events.length > 0 ? (
        <EventTable events={events} total={total} />
      ) : isNarrowed ? (
        <p className="lead">
          No event is like that. <a href="/admin/events">Show all events</a>
        </p>
      ) : (
        <p className="lead">
          There is no event yet. <a href="/admin/events/new">Make the first one</a>
        </p>
      )}
      <Pages label="Pages of events" page={page} pages={pages} href={(to) => listHref("/admin/events", query, to)} />
    </>
  );
}

function EventTable({ events, total }: { events: EditedEvent[]; total: number }) {
  const { now } = useLoaderData<typeof loader>();
  return (
    <table className="rows">
      <caption className="hint">{total === 1 ? "1 event" : `${total.toLocaleString("en-US")} events`}</caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Date</th>
          <th scope="col">State</th>
          <th scope="col">Where it shows</th>
          <th scope="col" className="number">
            Waiting
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <th scope="row">
              <a href={`/admin/events/${event.id}`}>{event.title}</a>
            </th>
            <td data-label="Date">{dateOf(event)}</td>
            <td data-label="State">
              {event.is_published ? stateSentence(event, new Date(now)) : "Draft, seen by admins alone"}
            </td>
            <td data-label="Where it shows">{event.tab_order ? `Tab ${event.tab_order}` : "In the list"}</td>
            <td data-label="Waiting" className="number">
              <a href={`/admin/waitlists/${event.key}`}>
                {event.waiting}
                <span className="visually-hidden"> waiting for {event.title}</span>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
