import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import { fileResponse, formatOf } from "../../admin/file-response.ts";
import { exportColumns, exportEntries, findWaitlist } from "../../features/attendance/entries/waitlists.server.ts";
import { momentOf } from "../../features/attendance/sign-up/moment.ts";
import { notFound } from "../../platform/request/http.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const waitlist = await findWaitlist(admin, params.key ?? "");
  if (!waitlist) throw notFound();
  const exporter = await withTimeToExport(context, admin);
  const parts = exportEntries(exporter, waitlist, whomOf(new URL(request.url).searchParams, context.now));
  const name = `waitlist-${waitlist.key}`;
  return fileResponse({ format: formatOf(request), name, columns: exportColumns(waitlist), parts, now: context.now });
}

/** Our pages never send an invalid time; ignoring one would list everyone instead of the people of that time. */
function whomOf(query: URLSearchParams, now: Date) {
  const told = momentOf(query.get("told"), now);
  const until = momentOf(query.get("until"), now);
  if ((query.has("told") && !told) || (query.has("until") && !until)) throw notFound();
  if (told) return { told };
  if (until) return { until };
  return query.get("state") === "spam" ? "spam" : "all";
}
