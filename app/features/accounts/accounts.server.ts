import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";

export interface Account {
  id: string;
  email: string;
  since: string;
}

/** Every admin, the longest serving first. @throws DatabaseUnavailable */
export async function listAdmins({ database }: Admin): Promise<Account[]> {
  return rowsOf(await database.rpc("admin_accounts"));
}

export type SetAdminOutcome = "added" | "already-admin" | "removed" | "not-admin" | "last-admin" | "no-account";

/** Makes an existing account an admin, or takes that away; the account itself stays. @throws DatabaseUnavailable */
export async function setAdmin({ database }: Admin, email: string, isAdmin: boolean): Promise<SetAdminOutcome> {
  return rowsOf(await database.rpc("set_admin", { p_email: email, p_admin: isAdmin })) as SetAdminOutcome;
}
