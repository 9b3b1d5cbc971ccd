import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import { fileResponse, formatOf } from "../../admin/file-response.ts";
import { exportResources, resourceFileColumns } from "../../features/education/resource-files.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const parts = exportResources(await withTimeToExport(context, admin));
  const format = formatOf(request);
  return fileResponse({ format, name: "library", columns: resourceFileColumns, parts, now: context.now });
}
