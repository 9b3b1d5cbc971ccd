import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Empty } from "../../admin/empty.tsx";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { listWaitlists } from "../../features/waitlist/waitlists.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return { waitlists: await listWaitlists(admin) };
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Waitlists",
    description: "Who waits for tickets.",
    path: "/admin/waitlists",
    indexed: false,
  });

export default function Waitlists() {
  const { waitlists } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeader title="Waitlists" note="Each event has one. When its tickets open, tell those who wait." />
      {waitlists.length > 0 ? (
        <WaitlistTable waitlists={waitlists} />
      ) : (
        <Empty title="There is no event yet" action={{ to: "/admin/events/new", label: "Add the first event" }}>
          A waitlist comes with each event. Here you see who waits, and whom you have told that there are tickets.
        </Empty>
      )}
    </>
  );
}

const columns = [
  { name: "waiting", state: "waiting", label: "Not yet told" },
  { name: "told", state: "told", label: "Told" },
  { name: "spam", state: "spam", label: "Suspected spam" },
  { name: "failing", state: "failing", label: "Failing deliveries" },
] as const;

function WaitlistTable({ waitlists }: ReturnType<typeof useLoaderData<typeof loader>>) {
  return (
    <table className="rows counts">
      <caption className="hint">
        {waitlists.length === 1 ? "1 event has a waitlist" : `${waitlists.length} events, each with its waitlist`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" className="number">
              {label}
            </th>
          ))}
          <th scope="col">Tickets</th>
        </tr>
      </thead>
      <tbody>
        {waitlists.map((waitlist) => (
          <tr key={waitlist.id}>
            <th scope="row">
              <a href={`/admin/waitlists/${waitlist.key}`}>{waitlist.title}</a>
            </th>
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
              <a href={`/admin/waitlists/${waitlist.key}/tickets`}>
                Tickets are open<span className="visually-hidden">: {waitlist.title}</span> …
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
