import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import { fileResponse, formatOf } from "../../admin/file-response.ts";
import { issuesSenderOf } from "../../features/mail/mail-sender.server.ts";
import { exportColumns, exportSubscribers, subscriberStates } from "../../features/newsletter/subscribers.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const isOwn = issuesSenderOf(context.env) !== null;
  const asked = new URL(request.url).searchParams.get("state") ?? "";
  const state = subscriberStates(isOwn).includes(asked) ? asked : "";
  const parts = exportSubscribers(await withTimeToExport(context, admin), state, isOwn);
  const name = ["subscribers", state === "spam" ? "suspected-spam" : state].filter(Boolean).join("-");
  return fileResponse({ format: formatOf(request), name, columns: exportColumns(isOwn), parts, now: context.now });
}
