import type { Admin } from "../../../admin/admin.server.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import { mostListed } from "./door-words.ts";

export async function listPresses({ database }: Admin, event: string) {
  const columns =
    "id, kind, people, helper, pressed_at, received_at, is_late, outcome, door_passes!inner(name), reservations(waitlist_entries(name))";
  const presses = database.from("door_presses").select(columns).eq("door_passes.event_id", event);
  const listed = presses.or("is_late.eq.true,outcome.in.(no-spot,not-found,pass-ended,too-late,closed,too-many)");
  return rowsOf(
    await listed
      .order("pressed_at", { ascending: false })
      .order("id")
      .limit(mostListed + 1),
  );
}

export type ListedPress = Awaited<ReturnType<typeof listPresses>>[number];
