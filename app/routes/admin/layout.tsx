import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminFrame } from "../../admin/admin-frame.tsx";
import { NoPage } from "../../admin/no-page.tsx";
import { ReturnForm } from "../../admin/returned-form.tsx";
import type { RouteHandle } from "../../platform/route-handle.ts";
import { site } from "../../site.ts";
import { ErrorPage, errorMeta } from "../../ui/error-page.tsx";

export const handle: RouteHandle = { bare: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, { also: ["password", "factor"] });
  const { fields, files } = context.interruption.returned ?? {};
  return {
    email: admin.email,
    isConfined: admin.standing !== "open",
    returned: fields && files ? { fields, files } : null,
  };
}

export const meta: MetaFunction = ({ error }) => errorMeta(error, site.shortName);

export default function AdminLayout() {
  const { email, isConfined, returned } = useLoaderData<typeof loader>();
  return (
    <AdminFrame email={email} isConfined={isConfined} path={useLocation().pathname}>
      <ReturnForm form={returned}>
        <Outlet />
      </ReturnForm>
    </AdminFrame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const admin = useRouteLoaderData<typeof loader>("routes/admin/layout");
  const { pathname } = useLocation();
  const answer = isRouteErrorResponse(error) ? error : undefined;
  if (!admin || answer?.status !== 404) return <ErrorPage status={answer?.status ?? 500} refusal={answer?.data} />;
  return (
    <AdminFrame {...admin} path={pathname} status={404}>
      <NoPage />
    </AdminFrame>
  );
}
