import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database as Schema } from "./database.gen.ts";
import type { Env } from "./env.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

type Functions = Schema["public"]["Functions"];

export interface Database {
  /** Reads what visitors may read, with the publishable key. */
  public: SupabaseClient<Schema>;
  /** The auth server; stateless: nobody is signed in at this client. */
  auth: SupabaseClient<Schema>["auth"];
  /** Reads and writes with somebody's own token, under the rules of the database. */
  as(accessToken: string): SupabaseClient<Schema>;
  /**
   * Calls one of the SQL functions that are granted to the secret key alone.
   * @throws DatabaseUnavailable, or the database's own error
   */
  call<Name extends keyof Functions>(name: Name, args: Functions[Name]["Args"]): Promise<Functions[Name]["Returns"]>;
}

/** Milliseconds one call may take, of those that are left of the request's. */
const callLimit = 3000;

/**
 * Clients for one request; nothing is shared between requests, because a client keeps whoever signed in last.
 * @param deadline epoch milliseconds at which every call of this request is given up
 */
export function createDatabase(env: Env, deadline: number): Database {
  const client = (key: string, accessToken?: string) =>
    createClient<Schema>(env.SUPABASE_URL, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      db: { retry: false },
      global: {
        fetch: fetchUntil(deadline),
        headers: accessToken ? { Authorization: `Bearer ${accessToken}` } : {},
      },
    } as Parameters<typeof createClient<Schema>>[2]);
  let anonymous: SupabaseClient<Schema> | undefined;
  return {
    get public() {
      anonymous ??= client(env.SUPABASE_PUBLISHABLE_KEY);
      return anonymous;
    },
    get auth() {
      return this.public.auth;
    },
    as: (accessToken) => client(env.SUPABASE_PUBLISHABLE_KEY, accessToken),
    async call(name, args) {
      const answer = await client(env.SUPABASE_SECRET_KEY).rpc(name, args as never);
      return rowsOf(answer) as never;
    },
  };
}

interface Answer<Row> {
  data: Row;
  error: { message: string; code?: string } | null;
  status: number;
}

/**
 * The rows of an answer of supabase-js.
 * @throws DatabaseUnavailable when nobody answered, in time, with the database's own words; else an Error with them
 */
export function rowsOf<Row>({ data, error, status }: Answer<Row>): NonNullable<Row> {
  if (!error && data !== null && data !== undefined) return data as NonNullable<Row>;
  const reason = error?.message.slice(0, 200) ?? "an empty answer";
  if (status === 0 || status === 429 || status >= 500 || !error?.code) throw new DatabaseUnavailable(reason);
  throw new Error(`Database: ${error.code} ${reason}`);
}

function fetchUntil(deadline: number): typeof fetch {
  return (input, init) => {
    const left = Math.max(1, Math.min(callLimit, deadline - Date.now()));
    return fetch(input, { ...init, signal: AbortSignal.timeout(left) });
  };
}
