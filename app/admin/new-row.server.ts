import { rowsOf } from "../platform/database/supabase.server.ts";
import type { Admin } from "./admin.server.ts";
import { isId } from "./list-page.server.ts";

/** The id that came with the form of a new row; undefined if it has none. */
export function formIdIn(form: FormData): string | undefined {
  const id = String(form.get("new_id"));
  return isId(id) ? id : undefined;
}

/**
 * The id of the row that a form makes: a digest of the id that came with the form and of everything entered. A form that
 * is sent twice makes one row. Back can restore a form that has made its row; sent with other words it makes another.
 * @returns undefined if the form has no id, in which case the database makes one
 */
export async function newIdIn(form: FormData): Promise<string | undefined> {
  const formId = formIdIn(form);
  if (!formId) return undefined;
  // Which button was pressed is not part of what was entered.
  const entries = [...form].filter(([name]) => name !== "intent");
  const sent = await Promise.all(
    entries.map(async ([name, value]) => [
      name,
      typeof value === "string" ? value : hex(await digest(await value.arrayBuffer())),
    ]),
  );
  const bytes = (await digest(new TextEncoder().encode(JSON.stringify(sent)))).slice(0, 16);
  // A UUID of version 8, whose other bits are the application's.
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const digest = async (bytes: BufferSource) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether a form was sent twice; the second response leads to the row of the first. @param id from `newIdIn` */
export async function isMade(
  { database }: Admin,
  table: "events" | "education_tabs" | "education_resources" | "newsletter_issues" | "places" | "series" | "speakers",
  id: string | undefined,
): Promise<boolean> {
  return id !== undefined && rowsOf(await database.from(table).select("id").eq("id", id).limit(1)).length > 0;
}
