import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { useRights } from "../../admin/own-role.tsx";
import { Attention } from "../../features/dashboard/attention.tsx";
import { type Dashboard, readDashboard } from "../../features/dashboard/dashboard.server.ts";
import { FirstStepsPanel } from "../../features/dashboard/first-steps-panel.tsx";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { ensurePictureBucket } from "../../features/pictures/picture-bucket.server.ts";
import { pluralize } from "../../platform/pluralize.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  context.waitUntil(ensurePictureBucket(context));
  return readDashboard(context, admin);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { title: "Dashboard", description: "What needs attention.", path: "/admin", indexed: false });

interface Section {
  to: string;
  title: string;
  text: string;
  count?: (counts: Dashboard["counts"]) => string;
}

const sections: Section[] = [
  {
    to: "/admin/tabs",
    title: "Manage Tabs",
    text: "The tabs of the library and their order.",
    count: ({ tabs }) => pluralize(tabs, "tab"),
  },
  {
    to: "/admin/resources",
    title: "Manage Resources",
    text: "What the library has to offer.",
    count: ({ resources }) => pluralize(resources, "resource"),
  },
  {
    to: "/admin/analytics",
    title: "Analytics",
    text: "What visitors do, day by day.",
    count: ({ likes }) => pluralize(likes, "like"),
  },
  {
    to: "/admin/events",
    title: "Events",
    text: "Dates, places, posters and tickets.",
    count: ({ events }) => pluralize(events, "event"),
  },
  {
    to: "/admin/waitlists",
    title: "Waitlists",
    text: "Who is waiting for tickets.",
    count: ({ waitlist }) => pluralize(waitlist, "entry", "entries"),
  },
  {
    to: "/admin/subscribers",
    title: "Subscribers",
    text: "Who wants the newsletter.",
    count: ({ subscribers }) => pluralize(subscribers, "subscriber"),
  },
  {
    to: "/admin/messages",
    title: "Messages",
    text: "What visitors wrote.",
    count: ({ messages }) => pluralize(messages, "message"),
  },
  { to: "/admin/log", title: "Log", text: "Who changed what, and when." },
  {
    to: "/admin/admins",
    title: "Admins",
    text: "Who can use this area.",
    count: ({ admins }) => pluralize(admins, "admin"),
  },
];

export default function DashboardPage() {
  const { counts, steps, ...rest } = useLoaderData<typeof loader>();
  const { mayOpen } = useRights();
  const openSections = sections.filter(({ to }) => mayOpen(to));
  return (
    <>
      <AdminHeader title="Dashboard" />
      <Done />
      <FirstStepsPanel steps={steps.filter(({ link }) => mayOpen(link.to))} />
      <Attention {...rest} />
      <section aria-labelledby="sections">
        <h2 id="sections" className="visually-hidden">
          All sections
        </h2>
        <ul className="dashboard">
          {openSections.map(({ to, title, text, count }) => (
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
