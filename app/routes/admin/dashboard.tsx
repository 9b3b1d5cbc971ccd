import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { useRights } from "../../admin/own-role.tsx";
import { Attention } from "../../features/dashboard/attention.tsx";
import { cards } from "../../features/dashboard/cards.ts";
import { readDashboard } from "../../features/dashboard/dashboard.server.ts";
import { FirstStepsPanel } from "../../features/dashboard/first-steps-panel.tsx";
import { NextEvents, Week } from "../../features/dashboard/next-events.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { ensurePictureBucket } from "../../features/pictures/picture-bucket.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  context.waitUntil(ensurePictureBucket(context));
  return readDashboard(context, admin);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Dashboard");

export default function DashboardPage() {
  const { counts, steps, next, week, issue, now, ...rest } = useLoaderData<typeof loader>();
  const { mayOpen } = useRights();
  return (
    <>
      <AdminHeader title="Dashboard" />
      <Done />
      <FirstStepsPanel steps={steps.filter(({ link }) => mayOpen(link.to))} />
      <Attention {...rest} />
      <NextEvents events={next} now={new Date(now)} />
      <Week week={week} issue={issue} />
      <ul className="dashboard">
        {cards.map(({ to, title, text, count }) => (
          <li key={to} className="panel">
            <h2>
              <a href={to}>{title}</a>
            </h2>
            <p className="count">{count(counts)}</p>
            <p className="hint">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
