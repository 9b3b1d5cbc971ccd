import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

/** A scheduled issue that links to events of which something that people rely on has changed since. */
export interface OutdatedIssue {
  id: string;
  subject: string;
  changed: { id: string; title: string }[];
}

/** The addresses of the events that a text links to, as in /events/{address}. */
const addressesIn = (markdown: string): string[] => [
  ...new Set(Array.from(markdown.matchAll(/\/events\/([a-z0-9-]+)/g), ([, address = ""]) => address)),
];

export async function listOutdatedIssues({ database }: Admin): Promise<OutdatedIssue[]> {
  const scheduled = rowsOf(
    await database
      .from("newsletter_issues")
      .select("id, subject, markdown, updated_at")
      .not("scheduled_at", "is", null)
      .is("sent_at", null)
      .order("scheduled_at")
      .limit(20),
  );
  const linked = addressesIn(scheduled.map(({ markdown }) => markdown).join("\n"));
  if (linked.length === 0) return [];
  const events = rowsOf(
    await database
      .from("events")
      .select("id, title, address, news_at")
      .in("address", linked)
      .not("news_at", "is", null)
      .order("title"),
  );
  return scheduled.flatMap(({ id, subject, markdown, updated_at: since }) => {
    const addresses = addressesIn(markdown);
    const changed = events
      .filter(
        ({ address, news_at: at }) =>
          at && address && addresses.includes(address) && Date.parse(at) > Date.parse(since),
      )
      .map(({ id, title }) => ({ id, title }));
    return changed.length > 0 ? [{ id, subject, changed }] : [];
  });
}
