import type { Admin } from "../../admin/admin.server.ts";
import { wordPatterns } from "../../admin/list-query.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { uploadAt } from "../pictures/picture.ts";
import type { Picture } from "../pictures/pictures.server.ts";
import { noPicture, pictureFields, type SiteSettings } from "./site.schema.ts";

export type SitePicture = Pick<Picture, "id" | "path" | "alt" | "width" | "height" | "focus">;

export interface OfferedPictures {
  found: SitePicture[];
  total: number;
  search: string;
  shown: SitePicture[];
}

const columns = "id, path, alt, width, height, focus";
/** How many of the newest pictures the form offers. */
const offered = 100;

const pathsIn = (settings: Partial<Record<string, unknown>>) =>
  pictureFields
    .flatMap((name) => settings[name] ?? [])
    .filter((path): path is string => typeof path === "string" && uploadAt(path) !== null);

export async function listOfferedPictures({ database }: Admin): Promise<SitePicture[]> {
  const newest = database.from("pictures").select(columns).order("created_at", { ascending: false }).order("id");
  return rowsOf(await newest.limit(offered)) as SitePicture[];
}

/** The pictures that the form offers, newest first, with those of `settings` (saved or typed). */
export async function listSitePictures(
  { database }: Admin,
  settings: Partial<Record<string, unknown>>,
  search = "",
): Promise<OfferedPictures> {
  let matching = database.from("pictures").select(columns, { count: "exact" });
  for (const pattern of wordPatterns(search)) matching = matching.like("search_text", pattern);
  const [newest, shown] = await Promise.all([
    matching.order("created_at", { ascending: false }).order("id").limit(offered),
    database.from("pictures").select(columns).in("path", pathsIn(settings)),
  ]);
  const rows = { found: rowsOf(newest) as SitePicture[], shown: rowsOf(shown) as SitePicture[] };
  return { ...rows, total: newest.count ?? 0, search };
}

/** Adds the library's descriptions and focuses. @returns faults if a picture is not in the library */
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
