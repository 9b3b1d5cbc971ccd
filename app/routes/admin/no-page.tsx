import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { notFound } from "../../platform/http.ts";

/** Every path below /admin that is no page; the layout shows it inside the admin area. */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireAdmin(context);
  throw notFound();
}

export default function NoPage() {
  return null;
}
