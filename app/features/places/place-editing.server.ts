import type { Admin } from "../../admin/admin.server.ts";
import { isId } from "../../admin/list-page.server.ts";
import { isMade } from "../../admin/new-row.server.ts";
import { deleted, referred, refusalIn, saved } from "../../admin/saving.server.ts";
import { type Counted, countIn, isTaken, rowsOf } from "../../platform/database/supabase.server.ts";
import { suggestedKey } from "../../platform/text/suggested-key.ts";
import { shownFromLibrary } from "../pictures/pictures.server.ts";
import { pointIn } from "./coordinates.ts";
import type { PlaceInput } from "./place.schema.ts";
import { type AccessKey, accessKeys, type Island } from "./places.ts";

export interface EditedPlace extends Record<AccessKey, string | null> {
  id: string;
  key: string;
  name: string;
  street: string | null;
  city: string;
  island: Island;
  in_words: string;
  latitude: number | null;
  longitude: number | null;
  capacity: number | null;
  picture_path: string | null;
  updated_at: string;
  events: number;
}

const columns = `id, key, name, street, city, island, in_words, ${accessKeys.join(", ")}, latitude, longitude, capacity, picture_path, updated_at, events(count)`;

type PlaceRow = Omit<EditedPlace, "events"> & { events: Counted };

const counted = (rows: PlaceRow[]): EditedPlace[] =>
  rows.map(({ events, ...place }) => ({ ...place, events: countIn(events) }));

export async function listPlaces({ database }: Admin): Promise<EditedPlace[]> {
  const rows = database.from("places").select(columns).order("in_words").limit(1000);
  return counted(rowsOf(await rows.overrideTypes<PlaceRow[], { merge: false }>()));
}

export async function findPlace({ database }: Admin, id: string): Promise<(EditedPlace & { isShown: boolean }) | null> {
  if (!isId(id)) return null;
  const [places, published] = await Promise.all([
    database.from("places").select(columns).eq("id", id).limit(1).overrideTypes<PlaceRow[], { merge: false }>(),
    database.from("events").select("id").eq("place_id", id).eq("is_listed", true).limit(1),
  ]);
  const [place] = counted(rowsOf(places));
  return place ? { ...place, isShown: rowsOf(published).length > 0 } : null;
}

export interface PlaceName {
  id: string;
  in_words: string;
  capacity: number | null;
}

export async function listPlaceNames({ database }: Admin): Promise<PlaceName[]> {
  return rowsOf(await database.from("places").select("id, in_words, capacity").order("in_words").limit(1000));
}

/** A place's row with the library's data of the picture; undefined if it is not in the library. */
async function rowOf(admin: Admin, { coordinates, picture, ...place }: PlaceInput) {
  const shown = await shownFromLibrary(admin, picture);
  const point = coordinates ? pointIn(coordinates) : null;
  return shown && { ...place, latitude: point?.latitude ?? null, longitude: point?.longitude ?? null, ...shown };
}

const twin = { one_place_of_a_name_and_address: "twin" } as const;

/**
 * Creates a place, with a key made from its name.
 * @param id an id generated with the form
 * @returns the place's id; `twin` if there is one of this name and address; `no-key` if its name gives none
 */
export async function createPlace(
  admin: Admin,
  place: PlaceInput,
  id?: string,
): Promise<{ id: string } | "twin" | "no-key" | "no-picture"> {
  const first = suggestedKey(place.name);
  if (!first) return "no-key";
  const row = await rowOf(admin, place);
  if (!row) return "no-picture";
  for (let attempt = 1; ; attempt += 1) {
    const key = attempt === 1 ? first : `${first}-${attempt}`;
    const answer = await admin.database
      .from("places")
      .insert({ ...row, key, id })
      .select("id");
    if (isTaken(answer)) {
      if (await isMade(admin, "places", id)) return { id: id ?? "" };
      if (refusalIn(answer, twin)) return "twin";
      if (attempt < 20) continue;
    }
    return { id: rowsOf(answer)[0]?.id ?? "" };
  }
}

/** Saves everything but the key, which is part of links. Coming events there get the new words. */
export async function changePlace(admin: Admin, id: string, place: PlaceInput, version: string) {
  const row = await rowOf(admin, place);
  if (!row) return "no-picture";
  return saved(admin.database.from("places").update(row), id, version, twin);
}

export const deletePlace = ({ database }: Admin, id: string, version: string) =>
  deleted(database.from("places").delete(), id, version, { [referred]: "in-use" });
