import type { Admin } from "../../admin/admin.server.ts";
import type { Role } from "../../admin/roles.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

export interface Account {
  id: string;
  email: string;
  since: string;
  role: Role;
}

/** Lists all admins, longest serving first. @throws DatabaseUnavailable */
export async function listAdmins({ database }: Admin): Promise<Account[]> {
  return rowsOf(await database.rpc("admin_accounts")) as Account[];
}

/** Makes an existing account an admin with this role; one who is an admin keeps theirs. @throws DatabaseUnavailable */
export async function addAdmin({ database }: Admin, email: string, role: Role) {
  return rowsOf(await database.rpc("add_admin", { p_email: email, p_role: role }));
}

/** Removes an admin's access; the account itself remains. @throws DatabaseUnavailable */
export async function removeAdmin({ database }: Admin, { email }: Account) {
  return rowsOf(await database.rpc("remove_admin", { p_email: email }));
}

/** Changes an admin's role, which ends all their sessions. @throws DatabaseUnavailable */
export async function setRole({ database }: Admin, { id }: Account, role: Role) {
  const answer = await database.rpc("set_role", { p_user: id, p_role: role });
  return rowsOf(answer);
}

/** A link that an account has made, and that still works. */
export interface MadeLink {
  kind: "pass" | "article" | "program" | "speaker";
  /** what it is about */
  title: string;
}

/** Lists the links that an account has made and that still work, at most 200. @throws DatabaseUnavailable */
export async function listMadeLinks({ database }: Admin, id: string): Promise<MadeLink[]> {
  return rowsOf(await database.rpc("links_of_admin", { p_user: id })) as MadeLink[];
}

/** Ends all links that an account has made. @throws DatabaseUnavailable */
export async function endMadeLinks({ database }: Admin, id: string): Promise<void> {
  rowsOf(await database.rpc("end_links_of_admin", { p_user: id }));
}
