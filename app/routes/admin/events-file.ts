import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import { fileResponse, formatOf } from "../../admin/file-response.ts";
import { eventFileColumns, exportEvents } from "../../features/events/form/event-files.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const parts = exportEvents(await withTimeToExport(context, admin), context.origin);
  const format = formatOf(request);
  return fileResponse({ format, name: "events", columns: eventFileColumns, parts, now: context.now });
}
