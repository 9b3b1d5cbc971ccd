import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { isFound } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { digestOf } from "../../platform/text/link-token.ts";
import { siteCopy } from "./current-site.server.ts";
import type { SiteField, SiteSettings } from "./site.schema.ts";

/** The most bytes the database accepts for the settings as text, in which a space follows each colon and comma. */
const mostBytes = 100_000;
const bytesOf = (settings: SiteSettings) =>
  new TextEncoder().encode(JSON.stringify(settings)).length + 2 * Object.keys(settings).length;

/** Returns the saved settings (null until an owner saves) and their version. */
export async function findSettings({ database }: Admin) {
  const row = rowsOf(await database.from("site_settings").select("settings, updated_at").single());
  return { settings: row.settings as SiteSettings | null, version: row.updated_at };
}

/** Identifies what is stored in some of the fields, to see whether someone has changed it since. */
export const fingerprintOf = (settings: Partial<SiteSettings>, fields: readonly SiteField[]): Promise<string> =>
  digestOf(JSON.stringify(fields.map((name) => settings[name] ?? null)));

/**
 * @param version the `updated_at` that the owner saw; if the database has another one, someone else has saved in
 * between
 * @returns `too-long` if the settings exceed the database's byte limit: no field counts zero-width characters
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
