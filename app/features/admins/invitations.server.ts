import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { type Role, roles } from "../../admin/roles.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { createAccount, type RefusedPassword, setPassword } from "../sign-in/auth-admin.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";

export interface OpenInvitation {
  id: string;
  email: string;
  role: Role;
  invited_by: string;
  invited_at: string;
  state: "open" | "expired" | "withdrawn" | "already-admin";
  /** state of the last email in the outbox; null if it is no longer known */
  mail: string | null;
}

const invitation = z.discriminatedUnion("state", [
  z.object({ state: z.literal("nowhere") }),
  z.object({
    state: z.enum(["open", "accepted", "withdrawn", "expired", "already-admin"]),
    email: z.string(),
    role: z.enum(roles),
    invited_by: z.string(),
    expires_at: z.string(),
    account: z.string().nullable(),
  }),
]);

export type Invitation = z.output<typeof invitation>;

export type FoundInvitation = Exclude<Invitation, { state: "nowhere" }>;

export async function listInvitations({ database }: Admin): Promise<OpenInvitation[]> {
  return rowsOf(await database.rpc("open_invitations")) as OpenInvitation[];
}

export async function invite(context: AppLoadContext, { database }: Admin, email: string, role: Role) {
  const outcome = rowsOf(await database.rpc("invite_admin", { p_email: email, p_role: role }));
  context.startPost();
  return outcome;
}

/** Enqueues an invitation's email again and extends it to 7 days from now. */
export async function inviteAgain(context: AppLoadContext, admin: Admin, id: string) {
  const outcome = rowsOf(await admin.database.rpc("send_invitation_again", { p_invitation: id }));
  context.startPost();
  return outcome;
}

/** @returns false if there was no invitation to withdraw. */
export async function withdrawInvitation({ database }: Admin, id: string): Promise<boolean> {
  return rowsOf(await database.rpc("withdraw_invitation", { p_invitation: id }));
}

export async function findInvitation({ database }: AppLoadContext, token: string | undefined): Promise<Invitation> {
  if (!isToken(token)) return { state: "nowhere" };
  return invitation.parse(await database.call("find_invitation", { p_token_digest: await digestOf(token) }));
}

export type AcceptOutcome =
  | "signed-in"
  /** now an admin, but still has to sign in */
  | "accepted"
  /** accepted or withdrawn in the meantime */
  | "closed"
  | RefusedPassword;

/**
 * Creates the account with this password, or sets it on the account that already has the address, because the holder of
 * the link reads its email; makes the account an admin and signs in.
 * @throws DatabaseUnavailable when it is unknown how far it got; it is safe to retry
 */
export async function acceptInvitation(
  context: AppLoadContext,
  token: string,
  invitation: FoundInvitation,
  password: string,
): Promise<AcceptOutcome> {
  const { email } = invitation;
  const account = await accountWith(context, token, invitation, password);
  if (typeof account === "string") return account;
  const isAccepted = await context.database.call("accept_invitation", {
    p_token_digest: await digestOf(token),
    p_user: account.id,
  });
  context.startPost();
  if (!isAccepted) return "closed";
  const { kind } = await signIn(context, email, password);
  return kind === "admin" || kind === "code" ? "signed-in" : "accepted";
}

async function accountWith(
  context: AppLoadContext,
  token: string,
  { email, account }: FoundInvitation,
  password: string,
): Promise<{ id: string } | "closed" | RefusedPassword> {
  let id = account;
  if (!id) {
    const created = await createAccount(context, email, password);
    if (created !== "exists") return created;
    const again = await findInvitation(context, token);
    id = again.state === "open" ? again.account : null;
  }
  if (!id) return "closed";
  const outcome = await setPassword(context, id, password);
  return outcome === "set" ? { id } : outcome;
}
