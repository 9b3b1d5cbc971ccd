import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";

// The only code that uses the secret key for more than calling SQL functions: accounts belong to the auth server, and
// only its admin API (/auth/v1/admin/users) creates them or changes them for a person who is not signed in.

const account = z.object({ id: z.string() });
const refusal = z.object({ error_code: z.string().optional(), code: z.unknown() }).partial();

/** The most bytes bcrypt accepts. */
const longestPassword = 72;

/** The auth server's reason for rejecting a password: easy to guess, or not storable. */
export type RefusedPassword = "weak" | "not-accepted";

/**
 * Creates an account with a confirmed address.
 * @returns its id, or `exists` if the address has an account
 * @throws DatabaseUnavailable if it is unknown whether the account was created; a retry then returns `exists`
 */
export async function createAccount(
  { database }: AppLoadContext,
  email: string,
  password: string,
): Promise<{ id: string } | "exists" | RefusedPassword> {
  // The auth server rejects longer passwords for a new account without saying that the length is the reason.
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

/** Sets a password, which ends the account's sessions. @throws DatabaseUnavailable if it may have been set */
export async function setPassword(
  { database }: AppLoadContext,
  id: string,
  password: string,
): Promise<"set" | RefusedPassword> {
  const { status, body } = await database.askAuthAdmin({ method: "PUT", path: `/users/${id}`, body: { password } });
  return status < 300 ? "set" : refusedPassword(codeOf(body));
}

/**
 * Gives an account another confirmed address. The caller must check first that no other account has it: the auth server
 * would respond with 500.
 * @throws DatabaseUnavailable if it is unknown whether it was set
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
