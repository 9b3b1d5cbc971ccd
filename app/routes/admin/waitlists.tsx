import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Empty } from "../../admin/empty.tsx";
import { useRights } from "../../admin/own-role.tsx";
import { State } from "../../admin/state.tsx";
import { listWaitlists, type Waitlist } from "../../features/attendance/entries/waitlists.server.ts";
import { listState, newsOf } from "../../features/events/form/waitlist-words.ts";
import { senderOf } from "../../features/mail/mail-sender.server.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const waitlists = await listWaitlists(admin);
  return { waitlists, hasSender: senderOf(context.env) !== null, now: context.now.toISOString() };
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Waitlists",
    description: "Who is on the list of which event.",
    path: "/admin/waitlists",
    indexed: false,
  });

export default function Waitlists() {
  const { waitlists } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader
        title="Waitlists"
        note="Each event has one. When there is news, for example that tickets are on sale, notify the people on it."
      />
      {waitlists.length > 0 ? (
        <WaitlistTable />
      ) : (
        <Empty title="There are no events yet" action={{ to: "/admin/events/new", label: "Add the first event" }}>
          Each event comes with a waitlist. Here you see who is waiting, and who has been notified.
        </Empty>
      )}
    </>
  );
}

const columns = [
  { name: "waiting", state: "waiting", label: "Not yet notified" },
  { name: "told", state: "told", label: "Notified" },
  { name: "spam", state: "spam", label: "Suspected spam" },
  { name: "failing", state: "failing", label: "Failing deliveries" },
] as const;

function WaitlistTable() {
  const loaded = useLoaderData<typeof loader>();
  const { mayOpen } = useRights();
  const { waitlists, hasSender } = loaded;
  const now = new Date(loaded.now);
  return (
    <table className="rows counts">
      <caption className="hint">
        {waitlists.length === 1 ? "1 event has a waitlist" : `${waitlists.length} events, each with its waitlist`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Waitlist</th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" className="number">
              {label}
            </th>
          ))}
          <th scope="col">News</th>
        </tr>
      </thead>
      <tbody>
        {waitlists.map((waitlist) => (
          <tr key={waitlist.id}>
            <th scope="row">
              <a href={`/admin/waitlists/${waitlist.key}`}>{waitlist.title}</a>
            </th>
            <td data-label="Waitlist">
              <ListState waitlist={waitlist} now={now} />
            </td>
            {columns.map(({ name, state, label }) => (
              <td key={name} data-label={label} className="number">
                {waitlist[name] > 0 ? (
                  <a href={`/admin/waitlists/${waitlist.key}?state=${state}`}>
                    {waitlist[name]}
                    <span className="visually-hidden">
                      {" "}
                      {label}, {waitlist.title}
                    </span>
                  </a>
                ) : (
                  "0"
                )}
              </td>
            ))}
            <td>
              {hasSender || mayOpen("/admin/waitlists/:key/tickets") ? (
                <a href={`/admin/waitlists/${waitlist.key}/${hasSender ? "emails" : "tickets"}`}>
                  {newsOf(waitlist, now)}
                  <span className="visually-hidden">: {waitlist.title}</span> …
                </a>
              ) : (
                newsOf(waitlist, now)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ListState({ waitlist, now }: { waitlist: Waitlist; now: Date }) {
  const { shape, text } = listState(waitlist, now);
  return <State shape={shape}>{text}</State>;
}
