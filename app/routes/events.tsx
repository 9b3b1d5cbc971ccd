import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { answerNamedWaitlist } from "../features/events/answer-named-waitlist.server.ts";
import { type Event, pathOf, shortTitle } from "../features/events/event.ts";
import { EventDetails, Poster } from "../features/events/event-details.tsx";
import { EventList } from "../features/events/event-list.tsx";
import { shelvesOf, shownOf, tabOf } from "../features/events/event-offer.ts";
import { eventStructure } from "../features/events/event-structure.ts";
import { EventWaitlist } from "../features/events/event-waitlist.tsx";
import { listEvents } from "../features/events/events.server.ts";
import { WholeCalendar } from "../features/events/whole-calendar.tsx";
import { WithoutEvents } from "../features/events/without-events.tsx";
import { senderOf } from "../features/mail/mail-sender.server.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { joinedOf } from "../features/waitlist/answer-waitlist.server.ts";
import { redirect } from "../platform/http.ts";
import { copyAge } from "../platform/last-good.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { DatabaseUnavailable } from "../platform/unavailable.ts";
import { site } from "../site.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pages } from "../ui/pages.tsx";
import { Tabs } from "../ui/tabs.tsx";

const pastPerPage = 12;

export const handle: RouteHandle = {
  section: "/events",
  cache: { choice: "event", receipts: true },
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams: query } = new URL(request.url);
  try {
    const events = await listEvents(context);
    const { special, upcoming, canceled, past } = shelvesOf(events, context.now);
    const asked = query.get("event") ?? "";
    const elsewhere = events.find((event) => event.key === asked && !special.includes(event));
    query.delete("event");
    if (elsewhere && !context.isForm) throw redirect([pathOf(elsewhere), query].filter(String).join("?"));
    const pages = Math.max(1, Math.ceil(past.length / pastPerPage));
    const page = Math.min(pages, Math.max(1, Math.trunc(Number(query.get("page"))) || 1));
    context.page.variants = { values: events.map(({ key }) => key), pages };
    const selected = asked || (pathname === "/bitcoin-pizza-day" ? "bitcoin" : "");
    const shown = shownOf({ special, upcoming }, selected, context.now);
    return {
      now: context.now.toISOString(),
      origin: context.origin,
      copy: copyAge(context),
      special,
      selected,
      ...shown,
      upcoming: upcoming.filter((event) => event !== shown.next),
      canceled,
      past: past.slice((page - 1) * pastPerPage, page * pastPerPage),
      page,
      pages,
      sendsLinks: senderOf(context.env) !== null,
      joined: joinedOf(context),
      failed: false,
    };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const nothing = { special: [], upcoming: [], canceled: [], past: [], page: 1, pages: 1, copy: null };
    const none = { event: null, next: null };
    const nobody = { joined: null, sendsLinks: false };
    const unavailable = { ...nothing, ...none, ...nobody, now: "", origin: context.origin, selected: "", failed: true };
    return data(unavailable, { status: 503 });
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerNamedWaitlist(context, await request.formData());
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const current = args.data?.event;
  const feed = { tagName: "link", rel: "alternate", title: `${site.name}: events` };
  const tags = pageMeta(args, {
    title: "Special Events",
    description: `The special events of the ${site.name}: when, where, and how to hear first.`,
    path: "/events",
    structured: [
      breadcrumbs(originOf(args), [{ name: "Events", path: "/events" }]),
      current ? eventStructure(current, originOf(args), new Date(args.data?.now ?? "")) : undefined,
    ],
  });
  return [
    ...tags,
    { ...feed, type: "text/calendar", href: "/events.ics" },
    { ...feed, type: "application/json", href: "/events.json" },
  ];
};

export default function Events() {
  const { event, next, special, upcoming, canceled, past, selected, failed, copy, origin } =
    useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const all = [...(next ? [next] : []), ...special, ...upcoming, ...canceled, ...past];
  // a form that came back wrong is shown with its own event, whatever the address says
  const asked = failure?.initialValue?.event;
  const meant = asked ? all.find(({ key }) => key === asked) : tabOf(special, selected);
  const current = failure ? meant : event;
  const tabs = special.map((event) => ({
    key: event.key,
    label: event.status === "cancelled" ? `${shortTitle(event)} · Canceled` : shortTitle(event),
    href: `/events?event=${event.key}`,
  }));
  if (next) tabs.unshift({ key: next.key, label: "Next event", href: "/events" });
  return (
    <main id="main">
      <div id="event">
        <PageHeader
          title="Special Events"
          lead={all.length > 0 ? "Each event has its own list, and the people on it hear first." : undefined}
          stars="cluster"
          picture={current?.poster_path ? <Poster event={current} inHead /> : undefined}
        />
        <div className="wrap section">
          <CopyNotice copy={copy} what="These are the events as they were at" butNot="no waitlist can be joined" />
          {current ? (
            <>
              <Tabs label="Special events" tabs={tabs} current={current.key} region="event" />
              <Selected event={current} />
            </>
          ) : (
            <WithoutEvents isAll={all.length === 0} failed={failed} lastResult={failure} />
          )}
        </div>
      </div>
      <OtherEvents />
      <WholeCalendar origin={origin} />
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
        lastResult={failure}
        joined={loaded.joined}
        isPaused={loaded.copy !== null}
        sendsLinks={loaded.sendsLinks}
        browserChecks={false}
      />
    </div>
  );
}

function OtherEvents() {
  const { now, upcoming, canceled, past, page, pages, event, next } = useLoaderData<typeof loader>();
  const tab = event && event !== next ? `event=${event.key}&` : "";
  const lists = [
    { title: "Also coming up", events: upcoming },
    { title: "Canceled", events: canceled },
    { title: "Earlier events", events: past },
  ].filter(({ events }) => events.length > 0);
  if (lists.length === 0) return null;
  return (
    <div className="wrap section pt-0!" id="others">
      {lists.map(({ title, events }, index) => (
        <Fragment key={title}>
          <h2 className={index > 0 ? "mt-14" : undefined}>{title}</h2>
          <EventList events={events} now={now} />
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
    </div>
  );
}
