import type { Role } from "../../app/admin/roles.ts";
import { beginSession, keysOf } from "../../harness/serving/begin-session.ts";
import { ensureAccount } from "../../harness/serving/embedded-supabase.ts";
import type { Sql } from "../../harness/serving/owner.ts";
import type { Stack } from "../../harness/serving/stack.ts";
import { Visitor } from "./client.ts";

export interface RoleAsker {
  /** a browser with the session, whose cookies never change: each request sends the same ones */
  visitor: Visitor;
  /** the token of another session of the same kind, for requests past the Worker; null for a stranger */
  token: string | null;
}

const password = "seven calm swells before dawn";

/** Creates an account for this test. @param role null for a person who is not an admin */
async function makeAccount({ query }: Stack, email: string, role: Role | null): Promise<string> {
  const sql: Sql = {
    query: async (statement, parameters = []) => ({ rows: await query(statement, parameters) }),
    exec: (statements) => query(statements, []),
  };
  const id = await ensureAccount(sql, { email, password, admin: false });
  if (role) await query("insert into public.admin_users (id, role) values ($1, $2) on conflict do nothing", [id, role]);
  return id;
}

/** Creates an account, signs in to it, and changes its sessions by the statements. */
async function signIn(stack: Stack, email: string, role: Role | null, ...changes: string[]): Promise<RoleAsker> {
  const id = await makeAccount(stack, email, role);
  const visitor = new Visitor(stack.url);
  const [token] = await Promise.all([
    beginSession(keysOf(stack.settings), { email, password }),
    visitor.post("/admin/login", { email, password }),
  ]);
  for (const change of changes) await stack.query(change, [id]);
  return { visitor: new Visitor(stack.url, { keepsCookies: false, cookies: visitor.cookies }), token };
}

/** Gives the account a second factor whose code the sessions have not entered. */
const withoutCode = [
  "insert into private.second_factors (user_id, sealed_secret, last_step) values ($1, 'Fe26.2*' || repeat('x', 60), 0) on conflict do nothing",
  "update private.admin_sessions set keys = private.credentials_digest(user_id) where user_id = $1",
];

/**
 * The people whom the routes of the admin area must distinguish; the last ones are admins whose session does not open
 * it.
 */
export const roleAskers = {
  visitor: async (stack: Stack): Promise<RoleAsker> => ({ visitor: new Visitor(stack.url), token: null }),
  member: (stack: Stack) => signIn(stack, "plain-member@example.org", null),
  editor: (stack: Stack) => signIn(stack, "editor@example.org", "editor"),
  owner: (stack: Stack) => signIn(stack, "owner@example.org", "owner"),
  expired: (stack: Stack) =>
    signIn(
      stack,
      "expired@example.org",
      "owner",
      "update private.admin_sessions set seen_at = now() - interval '31 minutes' where user_id = $1",
    ),
  ended: (stack: Stack) =>
    signIn(stack, "ended@example.org", "owner", "delete from private.admin_sessions where user_id = $1"),
  foreign: (stack: Stack) =>
    signIn(
      stack,
      "foreign@example.org",
      "owner",
      "update private.admin_sessions set user_id = (select id from auth.users where email = 'admin@example.org') where user_id = $1",
    ),
  halfVerified: (stack: Stack) => signIn(stack, "half-verified@example.org", "owner", ...withoutCode),
  halfVerifiedEditor: (stack: Stack) => signIn(stack, "half-verified-editor@example.org", "editor", ...withoutCode),
};
