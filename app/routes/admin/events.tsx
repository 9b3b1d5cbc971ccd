import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ExportLinks } from "../../admin/export-links.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { State } from "../../admin/state.tsx";
import { dateOf } from "../../features/events/event/event.ts";
import { offerOf } from "../../features/events/event/event-offer.ts";
import {
  type EditedEvent,
  eventSorts,
  eventStates,
  listEditedEvents,
} from "../../features/events/form/event-editing.server.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { SampleMark } from "../../features/samples/sample-mark.tsx";
import { readSamples } from "../../features/samples/samples.server.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { Pages } from "../../ui/pages.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: eventSorts, filters: { state: eventStates } });
  const [list, samples] = await Promise.all([listEditedEvents(admin, query, context.now), readSamples(admin)]);
  return { ...list, samples, query, now: context.now.toISOString() };
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Events");

const states = [
  { value: "", label: "All" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "draft", label: "Drafts" },
  { value: "off", label: "Canceled or postponed" },
];

const sorts = [
  { value: "next", label: "Next first" },
  { value: "latest", label: "Latest first" },
  { value: "earliest", label: "Earliest first" },
  { value: "title", label: "Title" },
  { value: "changed", label: "Last changed" },
];

export default function Events() {
  const { rows: events, total, page, pages, query } = useLoaderData<typeof loader>();
  const isNarrowed = query.search !== "" || query.filters.state !== "";
  return (
    <>
      <AdminHeader
        title="Events"
        action={
          <ButtonLink looks={["small"]} href="/admin/events/new">
            New event
          </ButtonLink>
        }
      >
        <ExportLinks path="/admin/events" what="all events" />
        <a href="/admin/imports?of=events">Import events</a>
      </AdminHeader>
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
        <NoMatch action={{ to: "/admin/events", label: "Show all events" }}>No events match.</NoMatch>
      ) : (
        <Empty title="There are no events yet" action={{ to: "/admin/events/new", label: "Add the first event" }}>
          Each event gets a page, a waitlist and a calendar file. It stays a draft until you publish it.
        </Empty>
      )}
      <Pages label="Pages of events" page={page} pages={pages} href={(to) => listHref("/admin/events", query, to)} />
    </>
  );
}

function EventTable({ events, total }: { events: EditedEvent[]; total: number }) {
  const { samples, now } = useLoaderData<typeof loader>();
  return (
    <table className="rows">
      <caption className="hint">{pluralize(total, "event")}</caption>
      <ColumnHeads names={["Title", "Date", "State", "Tab", "On the list"]} numbers={["On the list"]} />
      <tbody>
        {events.map((event) => (
          <tr key={event.id}>
            <th scope="row">
              <a href={`/admin/events/${event.id}`}>{event.title}</a>
            </th>
            <td data-label="Date">{dateOf(event)}</td>
            <td data-label="State">
              <EventState event={event} now={new Date(now)} /> <SampleMark samples={samples} id={event.id} />
            </td>
            <td data-label="Tab">{event.tab_order ?? "None"}</td>
            <td data-label="On the list" className="number">
              <a href={`/admin/events/${event.id}/people`}>
                {event.waiting}
                <span className="visually-hidden"> on the list of {event.title}</span>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EventState({ event, now }: { event: EditedEvent; now: Date }) {
  if (!event.is_published) return <State shape="dashed">Draft, visible only to admins</State>;
  const { state, badge } = offerOf(event, now);
  const shape = state === "past" ? "ring" : state === "cancelled" || state === "postponed" ? "alert" : "full";
  return (
    <>
      <State shape={shape}>{state === "past" ? "Past" : badge}</State>{" "}
      {event.visibility === "link" ? <State shape="dashed">By link only</State> : null}
    </>
  );
}
