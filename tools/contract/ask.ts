import { beginSession } from "../../harness/serving/begin-session.ts";
import type { Credentials, Target } from "./target.ts";

/** The identity of a request: no token, a signed-in account, an admin, or the secret key. */
export type Asker = "visitor" | "member" | "admin" | "worker";

export interface Reply {
  status: number;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
  headers: Headers;
}

export const target = JSON.parse(process.env.CONTRACT ?? "{}") as Target;

/** Whether the embedded Supabase stores the files, rather than Supabase's storage service. */
export const filesAreEmbedded = target.kind === "lite" || Boolean(target.versions.Storage?.startsWith("not run"));

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: { id: string; email: string };
}

const tokens = new Map<Asker, Promise<string>>();

/** Sends one request with the given headers and a JSON body. */
export async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object | string,
): Promise<Reply> {
  const answer = await fetch(`${target.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    body: typeof body === "object" ? JSON.stringify(body) : body,
  });
  const text = await answer.text();
  let parsed: unknown = text;
  try {
    parsed = JSON.parse(text);
  } catch {}
  return { status: answer.status, body: parsed, headers: answer.headers };
}

export const bearer = (token: string) => ({ apikey: target.publishable, Authorization: `Bearer ${token}` });

/** The headers that identify an asker. */
export async function headersOf(asker: Asker): Promise<Record<string, string>> {
  if (asker === "worker") return { apikey: target.secret };
  if (asker === "visitor") return { apikey: target.publishable };
  let token = tokens.get(asker);
  if (!token) {
    token = beginSession(target, target[asker]);
    tokens.set(asker, token);
  }
  return bearer(await token);
}

/** Sends one request to the data API. @param path below /rest/v1/ */
export async function data(
  asker: Asker,
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return send(method, `/rest/v1/${path}`, { ...(await headersOf(asker)), ...headers }, body);
}

/** The rows that an asker gets. @throws Error if the request is refused */
export async function rows<Row = Record<string, unknown>>(asker: Asker, path: string): Promise<Row[]> {
  const { status, body } = await data(asker, "GET", path);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body as Row[];
}

/** Adds rows as an admin and returns them. */
export async function add<Row = { id: string }>(
  table: string,
  added: object | object[],
  select = "id",
): Promise<Row[]> {
  const { status, body } = await data("admin", "POST", `${table}?select=${select}`, added, {
    Prefer: "return=representation",
  });
  if (status !== 201) throw new Error(`${table}: ${status} ${JSON.stringify(body)}`);
  return body as Row[];
}

export const call = (asker: Asker, name: string, args: object = {}) => data(asker, "POST", `rpc/${name}`, args);

export const auth = (method: string, path: string, body?: object, token?: string) =>
  send(method, `/auth/v1${path}`, token ? bearer(token) : { apikey: target.publishable }, body);

export const signIn = ({ email, password }: Credentials) =>
  auth("POST", "/token?grant_type=password", { email, password });

/** The code of an error, as the data API and both generations of GoTrue name it. */
export function codeOf({ body }: Reply): unknown {
  const { error_code, code } = Object(body) as { error_code?: unknown; code?: unknown };
  return error_code ?? code;
}
