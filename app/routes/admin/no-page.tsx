import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { forbidden, notFound } from "../../platform/request/http.ts";

/**
 * Handles every path below /admin that has no page or that the role may not open; the layout shows the error in the
 * admin area.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  throw context.isForbidden ? forbidden() : notFound();
}

export default function NoPage() {
  return null;
}
