import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { csvResponse } from "../../admin/csv-response.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import { exportColumns, exportSubscribers } from "../../features/newsletter/subscribers.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const isSpam = new URL(request.url).searchParams.get("state") === "spam";
  const parts = exportSubscribers(await withTimeToExport(context, admin), isSpam);
  const name = isSpam ? "subscribers-suspected-spam" : "subscribers";
  return csvResponse({ name, columns: exportColumns, parts, now: context.now });
}
