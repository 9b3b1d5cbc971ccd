import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { useRights } from "../../admin/own-role.tsx";
import { Attention } from "../../features/dashboard/attention.tsx";
import { readDashboard } from "../../features/dashboard/dashboard.server.ts";
import { FirstStepsPanel } from "../../features/dashboard/first-steps-panel.tsx";
import { sections } from "../../features/dashboard/sections.ts";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { ensurePictureBucket } from "../../features/pictures/picture-bucket.server.ts";
import { SearchForm } from "../../ui/search-form.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  context.waitUntil(ensurePictureBucket(context));
  return readDashboard(context, admin);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { title: "Dashboard", description: "What needs attention.", path: "/admin", indexed: false });

export default function DashboardPage() {
  const { counts, steps, ...rest } = useLoaderData<typeof loader>();
  const { mayOpen } = useRights();
  const openSections = sections.filter(({ to }) => mayOpen(to));
  return (
    <>
      <AdminHeader title="Dashboard" />
      <Done />
      <SearchForm action="/admin/search" label="Search the admin area" />
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
