import type { Env } from "../platform/env.ts";
import { createDatabase } from "../platform/supabase.server.ts";
import { version } from "../platform/version.ts";

export const healthPath = "/healthz";

/** Milliseconds that the database has for its answer. */
const timeout = 800;
/** Milliseconds in which the database is asked once, whoever wants to know. */
const interval = 1000;

interface Question {
  askedAt: number;
  /** null as long as it is open */
  isAnswered: boolean | null;
}

let latest: Question | undefined;

/**
 * The answer of /healthz: 200 with `ok` and the version as soon as the Worker runs; with `?deep` it asks the database too,
 * and is 503 when that does not answer within 0.8 s.
 */
export async function health({ method, url }: Request, env: Env): Promise<Response> {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  if (method !== "GET" && method !== "HEAD") {
    const onlyRead = { ...headers, Allow: "GET, HEAD" };
    return new Response("This address can only be read.\n", { status: 405, headers: onlyRead });
  }
  const isDeep = new URL(url).searchParams.has("deep");
  if (!isDeep || (await databaseAnswers(env))) return new Response(`ok\nversion ${version}\n`, { headers });
  return new Response("database: no answer\n", { status: 503, headers: { ...headers, "Retry-After": "60" } });
}

async function databaseAnswers(env: Env): Promise<boolean> {
  const now = Date.now();
  if (!latest || now - latest.askedAt >= interval) {
    const question: Question = { askedAt: now, isAnswered: null };
    latest = question;
    question.isAnswered = await ask(env);
    return question.isAnswered;
  }
  // A Worker may not await what another request has begun; it may look at what came of it.
  const question = latest;
  while (question.isAnswered === null && Date.now() - question.askedAt < timeout + 100)
    await new Promise((done) => setTimeout(done, 20));
  return question.isAnswered ?? false;
}

async function ask(env: Env): Promise<boolean> {
  try {
    const database = createDatabase(env, Date.now() + timeout);
    await database.read("education_tabs?select=tab_key&limit=1");
    return true;
  } catch {
    return false;
  }
}
