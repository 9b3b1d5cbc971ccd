import type { Admin } from "../../admin/admin.server.ts";
import { isFound } from "../../admin/list-page.server.ts";
import { saved } from "../../admin/saving.server.ts";
import { isTaken, rowsOf } from "../../platform/database/supabase.server.ts";

export interface PlaceNotes {
  notes: string;
  updated_at: string;
}

/** Reads what only organizers see of a place; null if nothing was written. */
export async function findPlaceNotes({ database }: Admin, place: string): Promise<PlaceNotes | null> {
  return rowsOf(await database.from("place_notes").select("notes, updated_at").eq("id", place).limit(1))[0] ?? null;
}

/**
 * Saves the notes on a place, or removes them if nothing is left of them.
 * @param version the `updated_at` that the admin saw; empty if there were none
 * @returns `changed` if another admin saved them in the meantime
 */
export async function savePlaceNotes(
  { database }: Admin,
  place: string,
  notes: string | undefined,
  version: string,
): Promise<"saved" | "changed"> {
  const table = database.from("place_notes");
  if (version === "") {
    if (!notes) return "saved";
    const answer = await table.insert({ id: place, notes }).select("id");
    if (isTaken(answer)) return "changed";
    return isFound(answer) ? "saved" : "changed";
  }
  const change = notes ? table.update({ notes }) : table.delete();
  return saved(change, place, version);
}
