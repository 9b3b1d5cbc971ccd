import postgres from "postgres";
import { afterAll } from "vitest";
import { beginSession, keysOf } from "../../harness/serving/begin-session.ts";
import { testSettings } from "../../harness/serving/stack.ts";

export type Row = Record<string, unknown>;
type Query = <Result = Row>(text: string, ...parameters: unknown[]) => Promise<Result[]>;

/** The identity that the data API would use: the Worker with its secret key, or a signed-in account by its id. */
export type Actor = "worker" | { account: string };

const connections = 60;
const gate = 4711;

export function manyConnections() {
  const url = process.env.CONCURRENCY_DATABASE ?? "";
  const pool = postgres(url, { max: connections, onnotice: () => {} });
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  afterAll(async () => {
    const [row] = await owner`select deadlocks::int from pg_stat_database where datname = current_database()`;
    await Promise.all([pool.end(), owner.end()]);
    if (row?.deadlocks !== 0) throw new Error(`${row?.deadlocks} deadlocks`);
  });

  const sql: Query = async <Result>(text: string, ...parameters: unknown[]) =>
    [...(await owner.unsafe(text, parameters as string[]))] as Result[];

  return {
    sql,
    async count(text: string, ...parameters: unknown[]): Promise<number> {
      const [row] = await sql<{ count: string | number }>(`select count(*) as count ${text}`, ...parameters);
      return Number(row?.count);
    },
    /**
     * Opens `times` transactions on separate connections, makes all of them wait at one gate, and opens it.
     * @param call returns the actor, and an expression, or an update or delete that returns `answer`
     * @returns the result of each call; a deadlock or any other database error is thrown
     */
    async atOnce<Value = string>(
      times: number,
      call: (index: number) => { as: Actor; text: string; parameters?: unknown[] },
    ): Promise<Value[]> {
      if (times > connections) throw new Error(`there are ${connections} connections`);
      for (const account of new Set(Array.from({ length: times }, (_, index) => call(index).as)))
        if (account !== "worker")
          await sql("select public.begin_session($1, $1, 'A test', p_in_place_of => $1)", account.account);
      await sql("select pg_advisory_lock($1)", gate);
      const calls = Array.from({ length: times }, (_, index) => {
        const { as, text, parameters = [] } = call(index);
        const claims =
          as === "worker"
            ? { role: "service_role" }
            : { role: "authenticated", sub: as.account, session_id: as.account };
        return pool.begin(async (transaction) => {
          await transaction`
            select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
              set_config('request.jwt.claim.sub', ${claims.sub ?? ""}, true),
              set_config('request.jwt.claim.role', ${claims.role}, true), set_config('role', ${claims.role}, true)`;
          await transaction`select pg_advisory_xact_lock_shared(${gate})`;
          const statement = /^(update|delete) /.test(text) ? text : `select ${text} as answer`;
          const [row] = await transaction.unsafe(statement, parameters as string[]);
          return row?.answer as Value;
        }) as Promise<Value>;
      });
      const ended = Promise.all(calls);
      ended.catch(() => {});
      try {
        await allWait(sql, times);
      } finally {
        await sql("select pg_advisory_unlock($1)", gate);
      }
      return ended;
    },
    /** The same over HTTP: calls one function with the secret key, `times` times at once. */
    async callAtOnce<Value = string>(times: number, name: string, args: (index: number) => object): Promise<Value[]> {
      return Promise.all(
        Array.from({ length: times }, async (_, index) => {
          const answer = await api("POST", `/rpc/${name}`, testSettings.SUPABASE_SECRET_KEY ?? "", args(index));
          return (await answer.json()) as Value;
        }),
      );
    },
    /** Sends one request to the data API with the publishable key and a user's token. */
    ask: (method: string, path: string, token: string, body?: object) =>
      api(method, path, testSettings.SUPABASE_PUBLISHABLE_KEY ?? "", body, token),
    async signIn(role: "ADMIN" | "MEMBER"): Promise<string> {
      const keys = { ...keysOf(testSettings), url: process.env.CONCURRENCY_API ?? "" };
      return beginSession(keys, {
        email: testSettings[`LOCAL_${role}_EMAIL`] ?? "",
        password: testSettings[`LOCAL_${role}_PASSWORD`] ?? "",
      });
    },
  };
}

async function allWait(sql: Query, times: number): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const waiting = await sql("select from pg_locks where locktype = 'advisory' and objid = $1 and not granted", gate);
    if (waiting.length === times) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error("not every connection came to the gate");
}

async function api(method: string, path: string, key: string, body?: object, token?: string): Promise<Response> {
  const answer = await fetch(new URL(`${process.env.CONCURRENCY_API}/rest/v1${path}`), {
    method,
    headers: {
      apikey: key,
      "Content-Type": "application/json",
      Prefer: "return=representation",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

export const key = (number: number) => number.toString(16).padStart(32, "0");

export function tally(answers: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[String(answer)] = (counts[String(answer)] ?? 0) + 1;
  return counts;
}
