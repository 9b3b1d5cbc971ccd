import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { createDatabase, rowsOf } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import type { Site } from "../../site.ts";
import { checks, examine, type Finding, judgeJob, judgeOrigin } from "./checks.server.ts";
import { gatherFacts } from "./facts.server.ts";
import { sendHealthNotice } from "./notice.server.ts";
import type { State } from "./verdicts.server.ts";

/** Facts that the Worker need not check: it runs only with its required settings, and it is the running version. */
const ofWorker = { faults: [], migrations: __MIGRATIONS__, versions: null, answers: null };
const isOfWorker = ({ by }: Finding) => by !== "command";

export async function examineSite({ env, site, host, deadline }: AppLoadContext): Promise<Finding[]> {
  return examine(await gatherFacts({ env, site, ...ofWorker, host, deadline, looksUp: true })).filter(isOfWorker);
}

/**
 * Returns the titles of what is wrong without running all checks: what cron found, and what shows that cron does not
 * run. Samples are left to the first steps.
 */
export async function findWrong({ host, origin }: AppLoadContext, { database }: Admin): Promise<string[]> {
  const [found, beats] = await Promise.all([
    database.from("doctor_checks").select("name").eq("state", "wrong"),
    database.from("heartbeats").select("*"),
  ]);
  const wrong = new Set(rowsOf(found).map(({ name }) => name));
  const heartbeats = Object.fromEntries(rowsOf(beats).map((beat) => [beat.job, beat]));
  const now = Date.now();
  const present: Record<string, State> = {
    "minute-job": judgeJob("minute", heartbeats, now, origin).state,
    "nightly-job": judgeJob("nightly", heartbeats, now, origin).state,
    origin: judgeOrigin({ host, origin }).state,
    samples: "unknown",
  };
  return checks
    .filter(({ name }) => (present[name] ? present[name] === "wrong" : wrong.has(name)))
    .map(({ title }) => title);
}

const change = z.object({ name: z.string(), state: z.string(), since: z.string() });

type Change = z.output<typeof change>;

/** While one of these checks is wrong, nothing can be stored in the database. */
const gates = ["database", "secret-key"];
const longestOutage = 7 * 24 * 60 * 60; // seconds

/**
 * Runs all checks for cron, stores their states, and notifies the organization once when a check goes wrong and once
 * when it is OK again. A notice that arrives nowhere is sent again the next time. The database records that the
 * organization was notified; if the database itself is wrong, the data center's cache does. Never throws.
 * @param cache missing in Node; stores nothing on workers.dev
 */
export async function examineAndTell(env: Env, site: Site, cache?: Cache): Promise<void> {
  try {
    const deadline = Number.POSITIVE_INFINITY;
    const facts = await gatherFacts({ env, site, ...ofWorker, host: null, deadline });
    const findings = examine(facts).filter(isOfWorker);
    const now = new Date(facts.now).toISOString();
    const memory = `${env.SITE_ORIGIN}/.doctor/gate`;
    const told = await cache?.match(memory);
    if (!facts.database) {
      const shut = findings.filter(({ name, state }) => gates.includes(name) && state === "wrong");
      if (
        told ||
        !(await tell(
          { env, site },
          shut.map(({ name, state }) => ({ name, state, since: now })),
          now,
        ))
      )
        return;
      const headers = { "Cache-Control": `max-age=${longestOutage}` };
      await cache?.put(memory, new Response(shut.map(({ name }) => name).join(), { headers }));
      return;
    }
    if (told) {
      const open = (await told.text()).split(",").map((name) => ({ name, state: "ok", since: now }));
      if (await tell({ env, site }, open, now)) await cache?.delete(memory);
    }
    const database = createDatabase(env, deadline);
    const states = Object.fromEntries(findings.map(({ name, state }) => [name, state]));
    const unnotified = z.array(change).parse(await database.call("note_checks", { p_states: states }));
    const latest = unnotified
      .map(({ since }) => since)
      .sort()
      .at(-1);
    if (latest && (await tell({ env, site }, unnotified, latest)))
      await database.call("note_checks", { p_states: states, p_notified: true });
  } catch (error) {
    log({ outcome: "doctor-failed", error: String(error).slice(0, 200) });
  }
}

/** @returns whether the organization was notified; false if there is nothing to report */
function tell({ env, site }: { env: Env; site: Site }, changes: Change[], at: string): Promise<boolean> {
  const titles = (state: State) =>
    checks
      .filter(({ name }) => changes.some((change) => change.name === name && change.state === state))
      .map(({ title }) => title);
  return sendHealthNotice(env, site, { wrong: titles("wrong"), ok: titles("ok"), at });
}
