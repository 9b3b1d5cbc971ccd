import type { Admin } from "../../admin/admin.server.ts";
import type { Role } from "../../admin/roles.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

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
  return rowsOf(await database.rpc("add_admin", { p_email: email, p_role: role }));
}

/** Takes that away from an account, which stays. @throws DatabaseUnavailable */
export async function removeAdmin({ database }: Admin, { email }: Account) {
  return rowsOf(await database.rpc("remove_admin", { p_email: email }));
}

/** Changes the role of an admin, whose sessions end by that. @throws DatabaseUnavailable */
export async function setRole({ database }: Admin, { id }: Account, role: Role) {
  const answer = await database.rpc("set_role", { p_user: id, p_role: role });
  return rowsOf(answer);
}
