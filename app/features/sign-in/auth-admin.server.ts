import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";

// The one place where the secret key does more than call SQL functions: accounts are the auth server's, and only its admin
// API (/auth/v1/admin/users) makes them or changes them for somebody who is not signed in.

const account = z.object({ id: z.string() });
const refusal = z.object({ error_code: z.string().optional(), code: z.unknown() }).partial();

/** Bytes that bcrypt takes. */
const longestPassword = 72;

/** What the auth server says of a password: easy to guess, or not one that it can keep. */
export type RefusedPassword = "weak" | "not-accepted";

/**
 * Makes an account whose address is confirmed.
 * @returns its id, or that the address has one
 * @throws DatabaseUnavailable when nobody can tell whether it was made: asked again, it exists
 */
export async function createAccount(
  { database }: AppLoadContext,
  email: string,
  password: string,
): Promise<{ id: string } | "exists" | RefusedPassword> {
  // The auth server takes no longer one for a new account, and does not say that it is the length.
  if (new TextEncoder().encode(password).length > longestPassword) return "not-accepted";
  const { status, body } = await database.askAuthAdmin({
    method: "POST",
    path: "/users",
    body: { email, password, email_confirm: true },
  });
  if (status < 300) return account.parse(body);
  const code = codeOf(body);
  return code === "email_exists" ? "exists" : refusedPassword(code);
}

/** Sets an account's password; the auth server ends its sessions then. @throws DatabaseUnavailable when nobody can tell */
export async function setPassword(
  { database }: AppLoadContext,
  id: string,
  password: string,
): Promise<"set" | RefusedPassword> {
  const { status, body } = await database.askAuthAdmin({ method: "PUT", path: `/users/${id}`, body: { password } });
  return status < 300 ? "set" : refusedPassword(codeOf(body));
}

/**
 * Gives an account another address, confirmed. Whether it is another account's has to be looked up before: the auth server
 * answers 500 then.
 * @throws DatabaseUnavailable when nobody can tell
 */
export async function setAddress(
  { database }: AppLoadContext,
  id: string,
  email: string,
): Promise<"set" | "not-accepted"> {
  const { status } = await database.askAuthAdmin({
    method: "PUT",
    path: `/users/${id}`,
    body: { email, email_confirm: true },
  });
  return status < 300 ? "set" : "not-accepted";
}

function codeOf(body: unknown): unknown {
  const { error_code, code } = refusal.catch({}).parse(body);
  return error_code ?? code;
}

const refusedPassword = (code: unknown): RefusedPassword => (code === "weak_password" ? "weak" : "not-accepted");
