import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { forbidden, notFound } from "../../platform/request/http.ts";

/** Every path below /admin that is no page, and what a role may not do; the layout says so inside the admin area. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  throw context.isForbidden ? forbidden() : notFound();
}

export default function NoPage() {
  return null;
}
