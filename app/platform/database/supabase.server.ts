import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Env } from "../env.ts";
import { createStopwatch, type Stopwatch } from "../request/stopwatch.ts";
import type { Database as Schema } from "./database.gen.ts";
import { DatabaseReadOnly, DatabaseUnavailable } from "./unavailable.ts";

type Functions = Schema["public"]["Functions"];

/** What a SQL function of this name answers, as supabase/source declares it. */
export type Outcome<Name extends string> = `${Name}_outcome` extends keyof Schema["public"]["Enums"]
  ? Schema["public"]["Enums"][`${Name}_outcome`]
  : never;

export interface Database {
  /**
   * Reads what visitors may read, with the publishable key and without a client, which would cost more than the page.
   * @param path of the data API, with its query
   * @param args of a function
   * @throws DatabaseUnavailable, or the database's own error
   */
  read(path: string, args?: object): Promise<unknown>;
  /**
   * One call to the auth server. The client of supabase-js would keep a session, and try again for half a minute.
   * @param accessToken of whom the call is about
   * @returns what it answers, a refusal too; body null for 204
   * @throws DatabaseUnavailable for no answer in time, one that is no JSON, 429 and 5xx
   */
  askAuth(question: AuthQuestion, accessToken?: string): Promise<AuthAnswer>;
  /**
   * One call to the admin API of the auth server, with the secret key: features/sign-in/auth-admin.server.ts alone makes it.
   * @throws DatabaseUnavailable like `askAuth`, and when the key is refused
   */
  askAuthAdmin(question: AuthQuestion): Promise<AuthAnswer>;
  /** Reads and writes with somebody's own token, under the rules of the database. */
  as(accessToken: string): SupabaseClient<Schema>;
  /**
   * A file of a public bucket, as the storage serves it. Cloudflare keeps it at its edge, so that it is asked for once.
   * @param path bucket and name
   * @returns null when there is none
   * @throws DatabaseUnavailable
   */
  readFile(path: string): Promise<Response | null>;
  /** The file storage with the secret key; what admins do there goes with their own token. */
  storage: SupabaseClient<Schema>["storage"];
  /**
   * Calls one of the SQL functions that are granted to the secret key alone.
   * @param limit milliseconds that it may take, of those that are left of the request's; 3 s where nothing is said
   * @throws DatabaseUnavailable, or the database's own error
   */
  call<Name extends keyof Functions>(
    name: Name,
    args: Functions[Name]["Args"],
    limit?: number,
  ): Promise<Functions[Name]["Returns"]>;
  /**
   * One question as it is answered, a refusal too, for whoever asks whether a key works.
   * @param path below the project's address
   * @param args of a function
   * @returns status 0 when nobody answered in time; body null when it was no JSON
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

/** An answer of the auth server, or of whatever was probed. */
export interface AuthAnswer {
  status: number;
  /** parsed JSON */
  body: unknown;
}

/** What of the configuration leads to a database. */
export type Connection = Pick<
  Env,
  "SUPABASE_URL" | "SUPABASE_PUBLISHABLE_KEY" | "SUPABASE_SECRET_KEY" | "AUTH_ADMIN_URL"
>;

/** Files never change under one name; that there is none may. Node does not know this and asks each time. */
const keptAtTheEdge: RequestInitCfProperties = {
  cacheEverything: true,
  cacheTtlByStatus: { "200-299": 31_536_000, "400-499": 60, "500-599": 0 },
};

/** Milliseconds one call may take, of those that are left of the request's. */
const callLimit = 3000;

/**
 * Clients for one request; nothing is shared between requests, because a client keeps whoever signed in last.
 * @param deadline epoch milliseconds at which every call of this request is given up
 * @param stopwatch measures how long the calls take
 */
export function createDatabase(env: Connection, deadline: number, stopwatch = createStopwatch()): Database {
  const fetchInTime = fetchUntil(deadline, stopwatch);
  const client = (key: string, accessToken?: string) =>
    createClient<Schema>(env.SUPABASE_URL, key, {
      db: { retry: false },
      global: {
        fetch: fetchInTime,
      },
      accessToken: async () => accessToken ?? key,
    } as Parameters<typeof createClient<Schema>>[2]);
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
    // Whatever stands in between and answers with a page of its own has not asked the auth server.
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
    get storage() {
      return client(env.SUPABASE_SECRET_KEY).storage;
    },
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

/** The storage answers 400 whatever is wrong, a locked table too, and says in the body what it means by that; 0 when it says nothing. */
async function statusOfRefusal(answer: Response | null): Promise<number> {
  const said: unknown = await answer?.json().catch(() => null);
  return Number(Object(said).statusCode) || 0;
}

/** SQLSTATE of a transaction that may only read. */
const readOnly = "25006";

interface Answer<Row> {
  data: Row;
  error: { message?: string; code?: string } | null;
  status: number;
}

/** An answer of the data API in the shape that supabase-js gives it. */
async function answerOf(response: Response): Promise<Answer<unknown>> {
  const { status } = response;
  const body = (await response.json()) as unknown;
  return response.ok ? { data: body, error: null, status } : { data: null, error: Object(body), status };
}

/**
 * The rows of an answer of the data API.
 * @throws DatabaseUnavailable when nobody answered, in time, with the database's own words; else an Error with them
 */
export function rowsOf<Row>({ data, error, status }: Answer<Row>): NonNullable<Row> {
  if (!error && data !== null && data !== undefined) return data as NonNullable<Row>;
  const reason = error?.message?.slice(0, 200) ?? "an empty answer";
  if (isPassing({ status }) || !error?.code) throw new DatabaseUnavailable(reason);
  if (error.code === readOnly) throw new DatabaseReadOnly(reason);
  throw new Error(`Database: ${error.code} ${reason}`);
}

/** Network errors, 429 and 5xx say nothing about what was asked. */
export const isPassing = ({ status }: { status?: number }) => !status || status === 429 || status >= 500;

function fetchUntil(deadline: number, { measure }: Stopwatch, limit = callLimit): typeof fetch {
  return (input, init) => {
    const left = Math.max(1, Math.min(limit, deadline - Date.now()));
    const headers = withoutKeyAsToken(init?.headers);
    return measure(fetch(input, { ...init, headers, signal: AbortSignal.timeout(left) }));
  };
}

/** A key that is no JWT belongs into `apikey` alone: gateways differ in what they make of it as a token. */
export function withoutKeyAsToken(given?: HeadersInit): Headers {
  const headers = new Headers(given);
  if (headers.get("Authorization")?.startsWith("Bearer sb_")) headers.delete("Authorization");
  return headers;
}
