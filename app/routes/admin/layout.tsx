import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminFrame } from "../../admin/admin-frame.tsx";
import type { RouteHandle } from "../../platform/route-handle.ts";

export const handle: RouteHandle = { bare: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, { newToo: true });
  return { email: admin.email, isNew: admin.isNew };
}

export default function AdminLayout() {
  const { email, isNew } = useLoaderData<typeof loader>();
  return (
    <AdminFrame email={email} isNew={isNew} path={useLocation().pathname}>
      <Outlet />
    </AdminFrame>
  );
}
