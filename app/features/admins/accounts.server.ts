import type { Admin } from "../../admin/admin.server.ts";
import type { Role } from "../../admin/roles.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

export interface Account {
  id: string;
  email: string;
  since: string;
  role: Role;
}

export async function listAdmins({ database }: Admin): Promise<Account[]> {
  return rowsOf(await database.rpc("admin_accounts")) as Account[];
}

/** Makes an existing account an admin with this role; one who is an admin keeps theirs. */
export async function addAdmin({ database }: Admin, email: string, role: Role) {
  return rowsOf(await database.rpc("add_admin", { p_email: email, p_role: role }));
}

/** Removes an admin's access; the account itself remains. */
export async function removeAdmin({ database }: Admin, { email }: Account) {
  return rowsOf(await database.rpc("remove_admin", { p_email: email }));
}

export async function setRole({ database }: Admin, { id }: Account, role: Role) {
  const answer = await database.rpc("set_role", { p_user: id, p_role: role });
  return rowsOf(answer);
}

export interface MadeLink {
  kind: "pass" | "article" | "event" | "program" | "speaker";
  title: string;
}

/** Lists the links that an account has made and that still work, at most 200. */
export async function listMadeLinks({ database }: Admin, id: string): Promise<MadeLink[]> {
  return rowsOf(await database.rpc("links_of_admin", { p_user: id })) as MadeLink[];
}

export async function endMadeLinks({ database }: Admin, id: string): Promise<void> {
  rowsOf(await database.rpc("end_links_of_admin", { p_user: id }));
}
