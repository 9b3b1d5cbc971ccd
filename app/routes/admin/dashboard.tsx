import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireAdmin } from "../../features/admins/admins.server.ts";
import { type Dashboard, readDashboard } from "../../features/admins/dashboard.server.ts";
import { Done } from "../../features/admins/done.tsx";
import { ensurePosterBucket } from "../../features/events/poster-bucket.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { throwUnavailable } from "../../platform/http.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  context.waitUntil(ensurePosterBucket(context));
  return readDashboard(context, admin).catch(throwUnavailable);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { title: "Dashboard", description: "What needs attention.", path: "/admin", indexed: false });

interface Section {
  to: string;
  title: string;
  text: string;
  count?: (counts: Dashboard["counts"]) => string;
}

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;

const sections: Section[] = [
  {
    to: "/admin/tabs",
    title: "Manage Tabs",
    text: "The shelves of the library and their order.",
    count: ({ tabs }) => many(tabs, "tab", "tabs"),
  },
  {
    to: "/admin/resources",
    title: "Manage Resources",
    text: "What stands on the shelves.",
    count: ({ resources }) => many(resources, "resource", "resources"),
  },
  {
    to: "/admin/analytics",
    title: "Analytics",
    text: "What visitors do, day by day.",
    count: ({ likes }) => many(likes, "like", "likes"),
  },
  {
    to: "/admin/events",
    title: "Events",
    text: "Dates, places, posters and tickets.",
    count: ({ events }) => many(events, "event", "events"),
  },
  {
    to: "/admin/waitlists",
    title: "Waitlists",
    text: "Who waits for tickets.",
    count: ({ waitlist }) => many(waitlist, "entry", "entries"),
  },
  {
    to: "/admin/subscribers",
    title: "Subscribers",
    text: "Who wants the newsletter.",
    count: ({ subscribers }) => many(subscribers, "subscriber", "subscribers"),
  },
  {
    to: "/admin/messages",
    title: "Messages",
    text: "What visitors wrote.",
    count: ({ messages }) => many(messages, "message", "messages"),
  },
  { to: "/admin/log", title: "Log", text: "Who changed what, and when." },
  {
    to: "/admin/admins",
    title: "Admins",
    text: "Who may be here.",
    count: ({ admins }) => many(admins, "admin", "admins"),
  },
];

export default function DashboardPage() {
  const { counts } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Dashboard</h1>
      <Done />
      <Attention />
      <section aria-labelledby="sections">
        <h2 id="sections" className="visually-hidden">
          What there is
        </h2>
        <ul className="dashboard">
          {sections.map(({ to, title, text, count }) => (
            <li key={to} className="panel">
              <h3>
                <a href={to}>{title}</a>
              </h3>
              {count ? <p className="count">{count(counts)}</p> : null}
              <p className="hint">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface Need {
  count: number;
  text: string;
  links: { to: string; label: string }[];
}

const links = {
  messages: { to: "/admin/messages", label: "Messages" },
  spamMessages: { to: "/admin/messages?state=spam", label: "Messages" },
  spamSubscribers: { to: "/admin/subscribers?state=spam", label: "Subscribers" },
  waitlists: { to: "/admin/waitlists", label: "Waitlists" },
  pastEvents: { to: "/admin/events?state=past", label: "Events" },
  draftEvents: { to: "/admin/events?state=draft", label: "Events" },
  draftResources: { to: "/admin/resources?state=draft", label: "Resources" },
};

function Attention() {
  const { attention, hasNewsletterProvider, hasWaitlistEndpoint, hasNoticeReceiver } = useLoaderData<typeof loader>();
  const { new_messages, spam, failing_deliveries, failing_notices, past_events, drafts } = attention;
  const needs: Need[] = [
    { count: new_messages, text: many(new_messages, "new message", "new messages"), links: [links.messages] },
    {
      count: failing_deliveries,
      text: many(failing_deliveries, "delivery of a waitlist entry fails", "deliveries of waitlist entries fail"),
      links: [links.waitlists],
    },
    {
      count: hasNoticeReceiver ? failing_notices : 0,
      text: "the notice of new messages does not arrive",
      links: [links.messages],
    },
    {
      count: past_events,
      text: many(past_events, "published event has passed", "published events have passed"),
      links: [links.pastEvents],
    },
    { count: drafts, text: many(drafts, "draft", "drafts"), links: [links.draftResources, links.draftEvents] },
    {
      count: spam,
      text: many(spam, "entry looks like spam", "entries look like spam"),
      links: [links.spamMessages, links.spamSubscribers, links.waitlists],
    },
  ].filter(({ count }) => count > 0);
  return (
    <section className="panel" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {needs.length > 0 ? (
        <ul className="plain">
          {needs.map(({ text, links: places }) => (
            <li key={text}>
              {text}:{" "}
              {places.map(({ to, label }, index) => (
                <Fragment key={to}>
                  {index > 0 ? ", " : null}
                  <a href={to}>{label}</a>
                </Fragment>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <p>Nothing right now.</p>
      )}
      {hasNewsletterProvider ? null : (
        <p className="hint">
          No newsletter provider is configured: addresses are kept under <a href="/admin/subscribers">Subscribers</a>,
          and nobody gets a confirmation by mail.
        </p>
      )}
      {hasWaitlistEndpoint ? null : (
        <p className="hint">
          No waitlist endpoint is configured: entries are kept under <a href="/admin/waitlists">Waitlists</a>, and
          forwarded to nobody.
        </p>
      )}
      {hasNoticeReceiver ? null : (
        <p className="hint">
          No address for notices is configured: nobody is told when a message comes, so look at{" "}
          <a href="/admin/messages">Messages</a> now and then.
        </p>
      )}
    </section>
  );
}
