import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactElement } from "react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminFrame } from "../../admin/admin-frame.tsx";
import { NoPage } from "../../admin/no-page.tsx";
import { NotAllowed } from "../../admin/not-allowed.tsx";
import { ReturnForm } from "../../admin/returned-form.tsx";
import { siteOf } from "../../features/metadata/metadata.ts";
import { FactorBanner } from "../../features/second-factor/factor-banner.tsx";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { searchText } from "../../platform/text/text.ts";
import { ErrorPage, errorMeta } from "../../ui/error-page.tsx";

export const handle: RouteHandle = { bare: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, { also: ["password", "factor"], isFrame: true });
  const { fields, files } = context.interruption.returned ?? {};
  return {
    email: admin.email,
    role: admin.role,
    isConfined: admin.standing !== "open",
    due: admin.hasFactor ? null : admin.factorDue,
    isOverdue: admin.standing === "factor",
    search: searched(new URL(request.url)),
    done: context.done?.word ?? null,
    returned: fields && files ? { fields, files } : null,
  };
}

/** The text in the search field: what the page of the search has searched for, nothing on other pages. */
const searched = ({ pathname, searchParams }: URL) =>
  pathname === "/admin/search" ? searchText(searchParams.get("q"), 100) : "";

export const meta: MetaFunction = (args) => errorMeta(args.error, siteOf(args).shortName);

/** The path that marks an entry of the menu: a page whose loader returns the list it belongs to as `section` is below that. */
function useMenuPath(): string {
  const { pathname } = useLocation();
  const data = useMatches().at(-1)?.data;
  const hasSection = typeof data === "object" && data !== null && "section" in data && typeof data.section === "string";
  return hasSection ? `${data.section}/` : pathname;
}

export default function AdminLayout() {
  const { returned, due, isOverdue, ...frame } = useLoaderData<typeof loader>();
  return (
    <AdminFrame {...frame} path={useMenuPath()}>
      {due ? <FactorBanner due={due} isOverdue={isOverdue} /> : null}
      <ReturnForm form={returned}>
        <Outlet />
      </ReturnForm>
    </AdminFrame>
  );
}

const pages: Partial<Record<number, () => ReactElement>> = { 403: NotAllowed, 404: NoPage };

export function ErrorBoundary() {
  const error = useRouteError();
  const admin = useRouteLoaderData<typeof loader>("routes/admin/layout");
  const { pathname } = useLocation();
  const answer = isRouteErrorResponse(error) ? error : undefined;
  const Page = answer && pages[answer.status];
  if (!admin || !Page) return <ErrorPage status={answer?.status ?? 500} refusal={answer?.data} />;
  return (
    <AdminFrame {...admin} path={pathname} status={answer.status}>
      <Page />
    </AdminFrame>
  );
}
