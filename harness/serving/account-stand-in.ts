// Replaces the part of the auth server that the embedded Supabase lacks: GoTrue's /auth/v1/admin/users, as far as this
// site uses it (create an account, set a password, set an email address), in its formats. It writes to the database of
// the running embedded Supabase. tools/contract makes the same requests to the real one.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { ensureAccount } from "./embedded-supabase.ts";
import type { Query, Sql } from "./owner.ts";

export interface AccountStandIn {
  url: string;
  /** Provides access to the database as the owner of the tables, once it has started. */
  reach(query: Query): void;
  stop(): Promise<void>;
}

interface Reply {
  status: number;
  body: object;
}

/** The maximum bytes of bcrypt. */
const longestPassword = 72;
/** As in supabase/config.toml; GoTrue enforces it when a password is changed. */
const shortestPassword = 12;
const path = /^\/auth\/v1\/admin\/users(?:\/([0-9a-f-]{36}))?$/;

/** Serves it on a free local port until `stop`. @param secretKey required in every request */
export async function startAccountStandIn(secretKey: string): Promise<AccountStandIn> {
  let query: Query | undefined;
  const server = createServer((request, response) => {
    const { headers, method = "" } = request;
    const [found, id] = path.exec(request.url ?? "") ?? [];
    const answered = !found
      ? Promise.resolve(refusal(404, "not_found", "Not found"))
      : headers.apikey === secretKey
        ? readJson(request).then((body) => (query ? answer(query, method, id, body) : notStarted))
        : Promise.resolve(refusal(401, "no_authorization", "This endpoint requires a valid Bearer token"));
    answered
      .catch(() => refusal(500, "unexpected_failure", "Database error"))
      .then(({ status, body }) => {
        response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
      });
  });
  server.listen(0, "127.0.0.1").unref();
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reach(given) {
      query = given;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(query: Query, method: string, id: string | undefined, body: object): Promise<Reply> {
  const { email, password } = body as { email?: string; password?: string };
  if (password !== undefined && Buffer.byteLength(password) > longestPassword)
    return refusal(400, "validation_failed", `Password cannot be longer than ${longestPassword} characters`);
  if (id && password !== undefined && password.length < shortestPassword)
    return refusal(422, "weak_password", `Password should be at least ${shortestPassword} characters.`);
  if (method === "POST" && !id && email && password) return create(query, email, password);
  if (method === "PUT" && id) return change(query, id, email, password);
  return refusal(400, "validation_failed", "The stand-in knows no such request");
}

async function create(query: Query, email: string, password: string): Promise<Reply> {
  const existing = await query("select from auth.users where lower(email) = lower($1)", [email]);
  if (existing.length > 0)
    return refusal(422, "email_exists", "A user with this email address has already been registered");
  const id = await ensureAccount(sqlOf(query), { email, password, admin: false });
  return accountOf(query, id);
}

async function change(query: Query, id: string, email?: string, password?: string): Promise<Reply> {
  const [account] = await query("select email from auth.users where id = $1", [id]);
  if (!account) return refusal(404, "user_not_found", "User not found");
  if (password !== undefined) {
    await ensureAccount(sqlOf(query), { email: String(account.email), password, admin: false }, true);
    await query("delete from auth.refresh_tokens where user_id::text = $1", [id]);
    await query("delete from auth.sessions where user_id::text = $1", [id]);
  }
  if (email !== undefined) await query("update auth.users set email = lower($2) where id = $1", [id, email]);
  return accountOf(query, id);
}

async function accountOf(query: Query, id: string): Promise<Reply> {
  const [account = {}] = await query(
    "select id, aud, role, email, email_confirmed_at, created_at, updated_at from auth.users where id = $1",
    [id],
  );
  return { status: 200, body: account };
}

function refusal(code: number, error_code: string, msg: string): Reply {
  return { status: code, body: { code, error_code, msg } };
}

const notStarted = refusal(500, "unexpected_failure", "The database has not started");

const sqlOf = (query: Query): Sql => ({
  query: async (statement, parameters = []) => ({ rows: await query(statement, parameters) }),
  exec: (statements) => query(statements, []),
});

async function readJson(request: IncomingMessage): Promise<object> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}
