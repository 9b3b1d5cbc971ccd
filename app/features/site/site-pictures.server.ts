import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import type { Picture } from "../pictures/pictures.server.ts";
import { noPicture, pictureFields, portraits, type SiteSettings } from "./site.schema.ts";

export type SitePicture = Pick<Picture, "id" | "path" | "alt" | "width" | "height" | "focus">;

const columns = "id, path, alt, width, height, focus";
/** How many of the newest the form offers. */
const offered = 100;

const pathsIn = (settings: Partial<SiteSettings>) =>
  pictureFields.flatMap((name) => settings[name] ?? []).filter((path) => !portraits.some((each) => each === path));

/** The pictures that the form offers, the newest first, with those that the site shows already. @throws DatabaseUnavailable */
export async function listSitePictures({ database }: Admin, settings: Partial<SiteSettings>): Promise<SitePicture[]> {
  const [newest, shown] = await Promise.all([
    database.from("pictures").select(columns).order("created_at", { ascending: false }).order("id").limit(offered),
    database.from("pictures").select(columns).in("path", pathsIn(settings)),
  ]);
  const all = [...rowsOf(newest), ...rowsOf(shown)] as SitePicture[];
  return all.filter(({ id }, index) => all.findIndex((each) => each.id === id) === index);
}

/**
 * The settings with what the library says of their pictures.
 * @returns what is wrong where a picture is not in the library
 */
export async function withPictures(
  { database }: Admin,
  settings: SiteSettings,
): Promise<{ settings: SiteSettings } | { faults: Record<string, string[]> }> {
  const paths = pathsIn(settings);
  if (paths.length === 0) return { settings };
  const found = rowsOf(await database.from("pictures").select("path, alt, focus").in("path", paths));
  const copies = pictureFields.flatMap((name) => {
    const picture = found.find(({ path }) => path === settings[name]);
    return picture ? [[`${name}_alt`, picture.alt] as const, [`${name}_focus`, picture.focus] as const] : [];
  });
  const missing = pictureFields.filter((name) => {
    const path = settings[name];
    return path && paths.includes(path) && !found.some((picture) => picture.path === path);
  });
  return missing.length > 0
    ? { faults: Object.fromEntries(missing.map((name) => [name, [noPicture]])) }
    : { settings: { ...settings, ...Object.fromEntries(copies) } };
}
