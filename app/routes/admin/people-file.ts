import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAdmin } from "../../admin/admin.server.ts";
import { withTimeToExport } from "../../admin/export.server.ts";
import { fileResponse, formatOf } from "../../admin/file-response.ts";
import { exportColumns, exportPeople } from "../../features/attendance/people/people.server.ts";
import { momentOf } from "../../features/attendance/sign-up/moment.ts";
import { findEditedEvent } from "../../features/events/form/event-editing.server.ts";
import { listQuestions } from "../../features/questions/question-editing.server.ts";
import { notFound } from "../../platform/request/http.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const event = await findEditedEvent(admin, params.id ?? "");
  if (!event) throw notFound();
  const exporter = await withTimeToExport(context, admin);
  const questions = await listQuestions(admin, event.id);
  const parts = exportPeople(exporter, event, questions, whomOf(new URL(request.url).searchParams, context.now));
  const name = `people-${event.key}`;
  const columns = exportColumns(event, questions);
  return fileResponse({ format: formatOf(request), name, columns, parts, now: context.now });
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
