import { ageText, type Heartbeat, secondsSince } from "../features/doctor/heartbeats.ts";
import { createDatabase } from "../platform/database/supabase.server.ts";
import type { Env } from "../platform/env.ts";
import { version } from "../platform/version.ts";

export const healthPath = "/healthz";

/** Milliseconds that the database has for its answer. */
const timeout = 800;
/** Milliseconds in which the database is asked once, whoever wants to know. */
const interval = 1000;

interface Question {
  askedAt: number;
  /** what the database has said of the jobs of cron, a line each; null when it does not answer, undefined as long as it may */
  answer: string | null | undefined;
}

let latest: Question | undefined;

/**
 * The answer of /healthz: 200 with `ok` and the version as soon as the Worker runs; with `?deep` it asks the database too,
 * says how long ago each job of cron succeeded, and is 503 when the database does not answer within 0.8 s.
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
  // A Worker may not await what another request has begun; it may look at what came of it.
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
