import { ageText, type Heartbeat, secondsSince } from "../features/doctor/heartbeats.ts";
import { createDatabase } from "../platform/database/supabase.server.ts";
import type { Env } from "../platform/env.ts";
import { version } from "../platform/version.ts";

export const healthPath = "/healthz";

/** Milliseconds that the database has to respond. */
const timeout = 800;
/** Milliseconds within which the database is queried only once, however many requests arrive. */
const interval = 1000;

interface Question {
  askedAt: number;
  /** the state of the cron jobs, a line each; null if the database did not respond, undefined while it is pending */
  answer: string | null | undefined;
}

let latest: Question | undefined;

/**
 * Responds to /healthz: 200 with `ok` and the version whenever the Worker runs. With `?deep` it also queries the
 * database, reports how long ago each cron job succeeded, and is 503 if the database does not respond within 0.8 s.
 */
export async function health({ method, url }: Request, env: Env): Promise<Response> {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  if (method !== "GET" && method !== "HEAD") {
    const onlyRead = { ...headers, Allow: "GET, HEAD" };
    return new Response("This page can only be read.\n", { status: 405, headers: onlyRead });
  }
  const jobs = new URL(url).searchParams.has("deep") ? await readJobs(env) : "";
  if (jobs !== null) return new Response(`ok\nversion ${version}\n${jobs}`, { headers });
  return new Response("database: no answer\n", { status: 503, headers });
}

async function readJobs(env: Env): Promise<string | null> {
  const now = Date.now();
  if (!latest || now - latest.askedAt >= interval) {
    const question: Question = { askedAt: now, answer: undefined };
    latest = question;
    question.answer = await ask(env);
    return question.answer;
  }
  // A Worker may not await a promise of another request, but it may poll for the result.
  const question = latest;
  while (question.answer === undefined && Date.now() - question.askedAt < timeout + 100)
    await new Promise((done) => setTimeout(done, 20));
  return question.answer ?? null;
}

async function ask(env: Env): Promise<string | null> {
  try {
    const database = createDatabase(env, Date.now() + timeout);
    const jobs = await database.read("heartbeats?select=job,succeeded_at&order=job");
    return (jobs as (Heartbeat & { job: string })[])
      .map(
        ({ job, succeeded_at: at }) => `${job} job: ${at ? `${ageText(secondsSince(at, Date.now()))} ago` : "never"}\n`,
      )
      .join("");
  } catch {
    return null;
  }
}
