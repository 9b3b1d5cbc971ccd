import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { isFound } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { siteCopy } from "./current-site.server.ts";
import type { SiteSettings } from "./site.schema.ts";

/** Bytes that the database keeps of the settings as text, in which a space follows each colon and comma. */
const mostBytes = 100_000;
const bytesOf = (settings: SiteSettings) =>
  new TextEncoder().encode(JSON.stringify(settings)).length + 2 * Object.keys(settings).length;

/** What is saved, null until somebody saves, and its version. @throws DatabaseUnavailable */
export async function findSettings({ database }: Admin) {
  const row = rowsOf(await database.from("site_settings").select("settings, updated_at").single());
  return { settings: row.settings as SiteSettings | null, version: row.updated_at };
}

/**
 * @param version the `updated_at` that the owner saw; another one in the database means that somebody was faster
 * @returns `too-long` for settings of more bytes than the database keeps: characters without a width count towards no field
 */
export async function changeSettings(
  { lastGood, clearSite }: Pick<AppLoadContext, "lastGood" | "clearSite">,
  { database }: Admin,
  settings: SiteSettings,
  version: string,
): Promise<"saved" | "changed" | "too-long"> {
  if (bytesOf(settings) > mostBytes) return "too-long";
  const changed = database.from("site_settings").update({ settings }).eq("updated_at", version);
  if (!isFound(await changed.select("id"))) return "changed";
  lastGood.keep(siteCopy, [{ settings }], { atOnce: true });
  clearSite();
  return "saved";
}
