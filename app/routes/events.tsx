import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { joinedOf } from "../features/attendance/sign-up/answer-waitlist.server.ts";
import { endpointHost } from "../features/attendance/sign-up/waitlist.server.ts";
import { type Event, pathOf, shortTitle } from "../features/events/event/event.ts";
import { eventFilters, filterIn, filterQueries } from "../features/events/event/event-filter.ts";
import { isAheadOf, shelvesOf, shownOf, tabOf } from "../features/events/event/event-offer.ts";
import { listEventPage } from "../features/events/event/events.server.ts";
import { answerNamedWaitlist } from "../features/events/page/answer-named-waitlist.server.ts";
import { EventDetails, Poster } from "../features/events/page/event-details.tsx";
import { eventStructure } from "../features/events/page/event-structure.ts";
import { EventWaitlist } from "../features/events/page/event-waitlist.tsx";
import { NextEvent } from "../features/events/page/next-event.tsx";
import { OtherEvents } from "../features/events/page/other-events.tsx";
import { WholeCalendar } from "../features/events/page/whole-calendar.tsx";
import { WithoutEvents } from "../features/events/page/without-events.tsx";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { breadcrumbs, pageMeta, publisherOf } from "../features/metadata/metadata.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const handle: RouteHandle = {
  section: "/events",
  cache: { choice: "event", filters: eventFilters, receipts: true },
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams: query } = new URL(request.url);
  try {
    const asked = query.get("event") ?? "";
    const filter = asked ? null : filterIn(query);
    const list = await listEventPage(context, pageIn(query), filter);
    const { events, page, pages } = list;
    const { special, upcoming, canceled, past } = shelvesOf(events, context.now);
    const isElsewhere = list.keys.includes(asked) && !special.some(({ key }) => key === asked);
    query.delete("event");
    if (isElsewhere && !context.isForm) throw redirect([pathOf({ key: asked }), query].filter(String).join("?"));
    context.page.variants = { values: [...list.keys, ...filterQueries], pages };
    const selected = asked || (pathname === "/bitcoin-pizza-day" ? "bitcoin" : "");
    const { event, next } = shownOf({ special, upcoming }, selected, context.now);
    return {
      now: context.now.toISOString(),
      origin: context.origin,
      copy: copyAge(context),
      special,
      selected,
      filter,
      meets: list.meets,
      islands: list.islands,
      event,
      // With a filter, what is loaded is not all that comes next.
      next: filter ? null : next,
      upcoming: filter ? upcoming : upcoming.filter((each) => each !== event && each !== next),
      canceled,
      past,
      page,
      pages,
      sendsLinks: senderOf(context.env) !== null,
      service: endpointHost(context.env),
      joined: joinedOf(context, request),
      failed: false,
    };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const nothing = { special: [], upcoming: [], canceled: [], past: [], page: 1, pages: 1, copy: null };
    const none = { event: null, next: null, filter: null, meets: [], islands: [] };
    const nobody = { joined: null, sendsLinks: false, service: endpointHost(context.env) };
    const unavailable = { ...nothing, ...none, ...nobody, now: "", origin: context.origin, selected: "", failed: true };
    return data(unavailable, { status: 503 });
  }
}

/** The page of past events; the database limits it to the pages that exist. */
const pageIn = (query: URLSearchParams) => Math.min(Math.max(1, Math.trunc(Number(query.get("page"))) || 1), 10_000);

export async function action({ request, context }: ActionFunctionArgs) {
  return answerNamedWaitlist(context, request);
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const current = args.data?.event;
  const { origin, site } = publisherOf(args);
  const feed = { tagName: "link", rel: "alternate", title: `${site.name}: events` };
  const tags = pageMeta(args, {
    title: "Special Events",
    description: `The special events of the ${site.name}: when, where, and how to sign up.`,
    path: "/events",
    structured: [
      breadcrumbs(origin, [{ name: "Events", path: "/events" }]),
      current ? eventStructure(current, { origin, site }, new Date(args.data?.now ?? "")) : undefined,
    ],
  });
  return [
    ...tags,
    { ...feed, type: "text/calendar", href: "/events.ics" },
    { ...feed, type: "application/json", href: "/events.json" },
  ];
};

export default function Events() {
  const loaded = useLoaderData<typeof loader>();
  const { event, next, special, upcoming, canceled, past, selected, filter, failed, copy, origin, now } = loaded;
  const failure = useActionData<typeof action>();
  const all = [...(next ? [next] : []), ...special, ...upcoming, ...canceled, ...past];
  // A form returned with errors is shown with its own event, whatever the URL says.
  const asked = failure?.initialValue?.event;
  const meant = asked ? all.find(({ key }) => key === asked) : tabOf(special, selected);
  const current = failure ? meant : event;
  const tabs = special.map((event) => ({
    key: event.key,
    label: event.status === "cancelled" ? `${shortTitle(event)} · Canceled` : shortTitle(event),
    href: `/events?event=${event.key}`,
  }));
  return (
    <main id="main">
      <div id="event">
        <PageHeader
          title="Special Events"
          lead={all.length > 0 ? "Each event has a page of its own, with the way to sign up." : undefined}
          stars="cluster"
          picture={current ? <Poster event={current} inHead /> : undefined}
        />
        <div className="wrap section">
          <CopyNotice copy={copy} what="These are the events as they were at" butNot="nobody can sign up" />
          {next ? <NextEvent event={next} now={new Date(now)} /> : null}
          {current ? (
            <>
              {tabs.length > 0 ? (
                <Tabs label="Special events" tabs={tabs} current={current.key} region="event" />
              ) : null}
              <Selected event={current} />
            </>
          ) : (
            <WithoutEvents
              isAll={all.length === 0 && filter === null}
              failed={failed}
              service={loaded.service}
              lastResult={failure}
            />
          )}
        </div>
      </div>
      <OtherEvents
        lists={{ upcoming, canceled, past }}
        isMore={filter === null && [event, next].some((shown) => shown && isAheadOf(shown, new Date(now)))}
        filter={filter}
        meets={loaded.meets}
        islands={loaded.islands}
        now={now}
        page={loaded.page}
        pages={loaded.pages}
        query={filter ? `${filter.name}=${filter.value}&` : selected ? `event=${selected}&` : ""}
      />
      <WholeCalendar origin={origin} filter={filter} />
    </main>
  );
}

function Selected({ event }: { event: Event }) {
  const loaded = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const now = new Date(loaded.now);
  return (
    <div className="mt-8 grid items-start gap-x-12 md:grid-cols-2">
      <EventDetails event={event} now={now} origin={loaded.origin} heading="h2" />
      <EventWaitlist
        event={event}
        now={now}
        heading="h3"
        path={`/events?event=${event.key}`}
        lastResult={failure}
        joined={loaded.joined}
        isPaused={loaded.copy !== null}
        sendsLinks={loaded.sendsLinks}
        service={loaded.service}
        browserChecks={false}
      />
    </div>
  );
}
