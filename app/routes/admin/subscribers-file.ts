import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import { fileResponse, formatOf } from "../../admin/file-response.ts";
import { readListQuery } from "../../admin/list-query.ts";
import { issuesSenderOf } from "../../features/mail/mail-sender.server.ts";
import { exportColumns, exportSubscribers, subscriberStates } from "../../features/newsletter/subscribers.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const isOwn = issuesSenderOf(context.env) !== null;
  const query = readListQuery(request, { sorts: [], filters: { state: subscriberStates(isOwn) } });
  const parts = exportSubscribers(await withTimeToExport(context, admin), query, isOwn);
  const { state } = query.filters;
  const name = ["subscribers", state === "spam" ? "suspected-spam" : state, query.search && "found"]
    .filter(Boolean)
    .join("-");
  return fileResponse({ format: formatOf(request), name, columns: exportColumns(isOwn), parts, now: context.now });
}
