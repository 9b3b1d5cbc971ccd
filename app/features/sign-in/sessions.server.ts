import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

/** Returns an account's live sessions, last seen first; owners may list anyone's. */
export async function listSessions({ database }: Admin, user: string) {
  return rowsOf(await database.rpc("sessions_of", { p_user: user }));
}

export type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Ends one session, or all but the caller's; the database requires a fresh proof. @returns how many have ended */
export async function endSessions({ database }: Admin, user: string, session?: string): Promise<number> {
  return rowsOf(await database.rpc("end_sessions", { p_user: user, p_session: session }));
}
