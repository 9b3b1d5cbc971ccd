import { rowsOf } from "../platform/database/supabase.server.ts";
import type { Admin } from "./admin.server.ts";
import { isId } from "./list-page.server.ts";

/** The id that came with the form of a new row; undefined if it has none, in which case the database makes one. */
export function newIdIn(form: FormData): string | undefined {
  const id = String(form.get("new_id"));
  return isId(id) ? id : undefined;
}

/**
 * Whether a form has already created its row: it was sent twice, and the second response leads to the row of the first.
 */
export async function isMade(
  { database }: Admin,
  table: "events" | "education_tabs" | "education_resources" | "newsletter_issues" | "series" | "speakers",
  id: string | undefined,
): Promise<boolean> {
  return id !== undefined && rowsOf(await database.from(table).select("id").eq("id", id).limit(1)).length > 0;
}
