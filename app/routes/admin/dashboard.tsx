import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { requireAdmin } from "../../features/admins/admins.server.ts";
import { Done } from "../../features/admins/done.tsx";
import { pageMeta } from "../../features/metadata/metadata.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  return null;
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, { title: "Dashboard", description: "What needs attention.", path: "/admin", indexed: false });

export default function Dashboard() {
  return (
    <>
      <h1>Dashboard</h1>
      <Done />
    </>
  );
}
