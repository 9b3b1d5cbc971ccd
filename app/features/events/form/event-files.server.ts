import type { Admin } from "../../../admin/admin.server.ts";
import { behind, inParts, partSize } from "../../../admin/export.server.ts";
import { uidOf } from "../calendar/calendar.server.ts";
import { type CoHost, coHostLines } from "../event/co-hosts.tsx";
import { publicPathOf } from "../event/event.ts";

export const eventFileColumns = [
  "title",
  "starts_at",
  "ends_at",
  "date_precision",
  "time_note",
  "place",
  "meets",
  "summary",
  "about",
  "attendee_limit",
  "ticket_url",
  "co_hosts",
  "series",
  "status",
  "is_published",
  "recap",
  "recap_url",
  "page",
  "added_at",
  "changed_at",
  "uid",
] as const;

const columns =
  "id, address, title, starts_at, ends_at, date_precision, time_note, place, meets, summary, about, attendee_limit, ticket_url, co_hosts, status, is_published, recap, recap_url, created_at, updated_at, series:series!events_series_id_fkey(name)";

const instant = (at: string | null) => at && new Date(at).toISOString();

export async function* exportEvents({ database }: Admin, origin: string) {
  const parts = inParts((last: { id: string; created_at: string } | undefined) => {
    let rows = database.from("events").select(columns);
    if (last) rows = rows.gte("created_at", last.created_at).or(behind(last));
    return rows.order("created_at").order("id").limit(partSize);
  });
  for await (const rows of parts) {
    yield rows.map((event) => [
      event.title,
      instant(event.starts_at),
      instant(event.ends_at),
      event.date_precision,
      event.time_note,
      event.place,
      event.meets,
      event.summary,
      event.about,
      event.attendee_limit,
      event.ticket_url,
      coHostLines(event.co_hosts as CoHost[]),
      event.series?.name ?? null,
      event.status,
      event.is_published,
      event.recap,
      event.recap_url,
      event.is_published ? origin + publicPathOf(event) : null,
      instant(event.created_at),
      instant(event.updated_at),
      uidOf(event, origin),
    ]);
  }
}
