import type { SupabaseClient } from "@supabase/supabase-js";
import type { Env } from "../env.ts";
import { createStopwatch, type Stopwatch } from "../request/stopwatch.ts";
import type { Database as Schema } from "./database.gen.ts";
import { DatabaseReadOnly, DatabaseUnavailable } from "./unavailable.ts";

type Functions = Schema["public"]["Functions"];

/** The outcomes of the SQL function of this name, as declared in supabase/source. */
export type Outcome<Name extends string> = `${Name}_outcome` extends keyof Schema["public"]["Enums"]
  ? Schema["public"]["Enums"][`${Name}_outcome`]
  : never;

export interface Database {
  /**
   * Reads what visitors may read, with the publishable key and without a supabase-js client, which would cost more than
   * the page.
   * @param path of the data API, including its query
   * @param args of a function
   * @throws DatabaseUnavailable, or the database's own error
   */
  read(path: string, args?: object): Promise<unknown>;
  /**
   * Makes one call to the auth server. The supabase-js client would keep a session and retry for half a minute.
   * @param accessToken of the person the call is about
   * @returns the response, even a refusal; body null for 204
   * @throws DatabaseUnavailable for no response in time, a non-JSON response, 429 and 5xx
   */
  askAuth(question: AuthQuestion, accessToken?: string): Promise<AuthAnswer>;
  /**
   * Makes one call to the auth server's admin API, with the secret key: only for features/sign-in/auth-admin.server.ts.
   * @throws DatabaseUnavailable like `askAuth`, and if the key is refused
   */
  askAuthAdmin(question: AuthQuestion): Promise<AuthAnswer>;
  /** Reads and writes with a person's own token, subject to row-level security and grants. */
  as(accessToken: string): Promise<SupabaseClient<Schema>>;
  /**
   * Reads a file of a public bucket from the storage. Cloudflare caches it at its edge, so it is requested only once.
   * @param path bucket and name
   * @returns null if there is none
   */
  readFile(path: string): Promise<Response | null>;
  /** The file storage with the secret key; actions of admins use their own token instead. */
  storage(): Promise<SupabaseClient<Schema>["storage"]>;
  /**
   * Calls one of the SQL functions that are granted only to the secret key.
   * @param limit maximum milliseconds, within those left to the request; 3 s by default
   * @throws DatabaseUnavailable, or the database's own error
   */
  call<Name extends keyof Functions>(
    name: Name,
    args: Functions[Name]["Args"],
    limit?: number,
  ): Promise<Functions[Name]["Returns"]>;
  /**
   * Makes one call and returns its response, even a refusal, to find out whether a key works.
   * @param path below the project's URL
   * @param args of a function
   * @returns status 0 if there was no response in time; body null if it was not JSON
   */
  probe(key: "publishable" | "secret", path: string, args?: object): Promise<AuthAnswer>;
}

export interface AuthQuestion {
  method: "GET" | "POST" | "PUT";
  /** below /auth/v1 */
  path: string;
  /** becomes JSON */
  body?: object;
}

export interface AuthAnswer {
  status: number;
  /** parsed JSON */
  body: unknown;
}

export type Connection = Pick<
  Env,
  "SUPABASE_URL" | "SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY" | "AUTH_ADMIN_URL"
>;

/** A file never changes under one name, but a missing one may appear. Node ignores this and requests it each time. */
const keptAtTheEdge: RequestInitCfProperties = {
  cacheEverything: true,
  cacheTtlByStatus: { "200-299": 31_536_000, "400-499": 60, "500-599": 0 },
};

/** Milliseconds one call may take, within those left to the request. */
const callLimit = 3000;

/**
 * Creates the clients for one request; none is shared between requests, because a client remembers who signed in last.
 * @param deadline epoch milliseconds at which every call of this request is aborted
 * @param stopwatch measures how long the calls take
 * @param limit milliseconds one call may take
 */
export function createDatabase(
  env: Connection,
  deadline: number,
  stopwatch = createStopwatch(),
  limit = callLimit,
): Database {
  const fetchInTime = fetchUntil(deadline, stopwatch, limit);
  // Public pages and the start of the Worker do without supabase-js.
  const client = async (key: string, token: string) =>
    (await import("./supabase-client.server.ts")).clientOf(env.SUPABASE_URL, key, token, fetchInTime);
  const send = (key: string, path: string, args?: object, fetchIt = fetchInTime): Promise<Response> =>
    fetchIt(env.SUPABASE_URL + path, {
      method: args ? "POST" : "GET",
      headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(args ? { body: JSON.stringify(args) } : {}),
    });
  const ask = async (key: string, path: string, args?: object, fetchIt = fetchInTime): Promise<unknown> => {
    const question = send(key, `/rest/v1/${path}`, args, fetchIt);
    return rowsOf(await question.then(answerOf).catch((error) => ({ data: null, error, status: 0 })));
  };
  const askAuthServer = async (
    server: string,
    { method, path, body }: AuthQuestion,
    key: string,
    token?: string,
  ): Promise<AuthAnswer> => {
    const answer = await fetchInTime(`${server}/auth/v1${path}`, {
      method,
      headers: {
        apikey: key,
        "Content-Type": "application/json",
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => null);
    const { status } = answer ?? { status: 0 };
    if (!answer || isPassing({ status })) throw new DatabaseUnavailable(`auth: ${status}`);
    if (status === 204) return { status, body: null };
    const said = await answer.json().catch(() => null);
    // A proxy that responds with a page of its own has not reached the auth server.
    if (said === null) throw new DatabaseUnavailable(`auth: ${status} without JSON`);
    return { status, body: said };
  };
  return {
    read: (path, args) => ask(env.SUPABASE_PUBLISHABLE_KEY, path, args),
    askAuth: (question, accessToken) =>
      askAuthServer(env.SUPABASE_URL, question, env.SUPABASE_PUBLISHABLE_KEY, accessToken),
    async askAuthAdmin({ method, path, body }) {
      const question = { method, path: `/admin${path}`, body };
      const key = env.SUPABASE_SECRET_KEY;
      const answer = await askAuthServer(env.AUTH_ADMIN_URL ?? env.SUPABASE_URL, question, key, key);
      if (answer.status === 401 || answer.status === 403) throw new DatabaseUnavailable(`auth admin: ${answer.status}`);
      return answer;
    },
    async readFile(path) {
      const url = `${env.SUPABASE_URL}/storage/v1/object/public/${path}`;
      const answer = await fetchInTime(url, { cf: keptAtTheEdge } as RequestInit).catch(() => null);
      if (answer?.ok) return answer;
      const status = await statusOfRefusal(answer);
      if (status === 404) return null;
      throw new DatabaseUnavailable(`storage: ${status || answer?.status || "no answer"}`);
    },
    storage: async () => (await client(env.SUPABASE_SECRET_KEY, env.SUPABASE_SECRET_KEY)).storage,
    as: (accessToken) => client(env.SUPABASE_PUBLISHABLE_KEY, accessToken),
    call: (name, args, limit) => {
      const fetchIt = limit === undefined ? fetchInTime : fetchUntil(deadline, stopwatch, limit);
      return ask(env.SUPABASE_SECRET_KEY, `rpc/${name}`, args as object, fetchIt) as Promise<never>;
    },
    async probe(kind, path, args) {
      const key = kind === "secret" ? env.SUPABASE_SECRET_KEY : env.SUPABASE_PUBLISHABLE_KEY;
      const answer = await send(key, path, args).catch(() => null);
      return { status: answer?.status ?? 0, body: (await answer?.json().catch(() => null)) ?? null };
    },
  };
}

/** The storage responds with 400 to any error, even a locked table; the real status is in the body. 0 if it has none. */
async function statusOfRefusal(answer: Response | null): Promise<number> {
  const said: unknown = await answer?.json().catch(() => null);
  return Number(Object(said).statusCode) || 0;
}

/** SQLSTATE of a write in a read-only transaction. */
const readOnly = "25006";

interface Answer<Row> {
  data: Row;
  error: { message?: string; code?: string } | null;
  status: number;
}

/** Converts a response of the data API to the shape that supabase-js uses. */
async function answerOf(response: Response): Promise<Answer<unknown>> {
  const { status } = response;
  const body = (await response.json()) as unknown;
  return response.ok ? { data: body, error: null, status } : { data: null, error: Object(body), status };
}

/**
 * Returns the rows of a response of the data API.
 * @throws DatabaseUnavailable if the database gave no response, or none in time; otherwise an Error with its message
 */
export function rowsOf<Row>({ data, error, status }: Answer<Row>): NonNullable<Row> {
  if (!error && data !== null && data !== undefined) return data as NonNullable<Row>;
  const reason = error?.message?.slice(0, 200) ?? "an empty answer";
  if (isPassing({ status }) || !error?.code) throw new DatabaseUnavailable(reason);
  if (error.code === readOnly) throw new DatabaseReadOnly(reason);
  throw new Error(`Database: ${error.code} ${reason}`);
}

/** What `select("…, related(count)")` returns; the embedded Supabase leaves out the array around a single row. */
export type Counted = { count: number }[] | { count: number };

/** The number in what `select("…, related(count)")` returns. */
export const countIn = (counted: Counted): number => [counted].flat()[0]?.count ?? 0;

/** Whether a failure is temporary: network errors, 429 and 5xx say nothing about the request itself. */
export const isPassing = ({ status }: { status?: number }) => !status || status === 429 || status >= 500;

function fetchUntil(deadline: number, { measure }: Stopwatch, limit: number): typeof fetch {
  return (input, init) => {
    const left = Math.max(1, Math.min(limit, deadline - Date.now()));
    const headers = withoutKeyAsToken(init?.headers);
    return measure(fetch(input, { ...init, headers, signal: AbortSignal.timeout(left) }));
  };
}

/** Removes a key that is not a JWT from `Authorization`: it belongs only in `apikey`, as gateways differ on it as a token. */
export function withoutKeyAsToken(given?: HeadersInit): Headers {
  const headers = new Headers(given);
  if (headers.get("Authorization")?.startsWith("Bearer sb_")) headers.delete("Authorization");
  return headers;
}
