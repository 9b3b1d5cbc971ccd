import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { forbidden, notFound } from "../../platform/request/http.ts";

/** Paths below /admin without a page, or that the role may not open; the layout shows the error. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  throw context.isForbidden ? forbidden() : notFound();
}

export default function NoPage() {
  return null;
}
