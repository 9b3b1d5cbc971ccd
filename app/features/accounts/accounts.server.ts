import type { Admin } from "../../admin/admin.server.ts";
import type { Role } from "../../admin/roles.ts";
import { rowsOf } from "../../platform/supabase.server.ts";

export interface Account {
  id: string;
  email: string;
  since: string;
  role: Role;
}

/** Every admin, the longest serving first. @throws DatabaseUnavailable */
export async function listAdmins({ database }: Admin): Promise<Account[]> {
  return rowsOf(await database.rpc("admin_accounts")) as Account[];
}

/** Makes an existing account an admin of a role; one who is an admin keeps the role. @throws DatabaseUnavailable */
export async function addAdmin({ database }: Admin, email: string, role: Role) {
  const answer = await database.rpc("set_admin", { p_email: email, p_admin: true, p_role: role });
  return rowsOf(answer) as "added" | "already-admin" | "no-account";
}

/** Takes that away from an account, which stays. @throws DatabaseUnavailable */
export async function removeAdmin({ database }: Admin, { email }: Account) {
  const answer = await database.rpc("set_admin", { p_email: email, p_admin: false });
  return rowsOf(answer) as "removed" | "not-admin" | "last-owner";
}

/** Changes the role of an admin, whose sessions end by that. @throws DatabaseUnavailable */
export async function setRole({ database }: Admin, { id }: Account, role: Role) {
  const answer = await database.rpc("set_role", { p_user: id, p_role: role });
  return rowsOf(answer);
}
