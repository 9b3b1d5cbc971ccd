import { rowsOf } from "../platform/database/supabase.server.ts";
import type { Admin } from "./admin.server.ts";
import { isId } from "./list-page.server.ts";

/** The id that the form of a new row came with; undefined where it has none, and the database makes one. */
export function newIdIn(form: FormData): string | undefined {
  const id = String(form.get("new_id"));
  return isId(id) ? id : undefined;
}

/** Whether a form has made its row already: it was sent twice, and the second answer leads to what the first one made. */
export async function isMade(
  { database }: Admin,
  table: "events" | "education_tabs" | "education_resources" | "newsletter_issues" | "series" | "speakers",
  id: string | undefined,
): Promise<boolean> {
  return id !== undefined && rowsOf(await database.from(table).select("id").eq("id", id).limit(1)).length > 0;
}
