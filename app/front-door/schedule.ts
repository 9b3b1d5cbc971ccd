import { examineAndTell } from "../features/doctor/examination.server.ts";
import { noteHeartbeat } from "../features/doctor/heartbeats.server.ts";
import { drainOutbox, mostBatches } from "../features/outbox/outbox.server.ts";
import { purge } from "../features/retention/retention.server.ts";
import { purgeCron } from "../features/retention/retention.ts";
import type { Env } from "../platform/env.ts";

/** What Cloudflare says of a run. */
export interface ScheduledRun {
  cron: string;
  /** epoch milliseconds */
  scheduledTime: number;
}

const minute = 60_000; // ms
/** Of this many minutes the doctor looks in one: the free plan has no cron to spare for it. */
const examinedEvery = 10;

/**
 * What runs when, of the crons in wrangler.toml: retention once a day; each minute what the outbox still owes, and in one
 * of ten the doctor, for whose 12 subrequests the outbox leaves out a batch.
 * @param cache of the data center; Node has none
 */
export async function runScheduled({ cron, scheduledTime }: ScheduledRun, env: Env, cache?: Cache): Promise<void> {
  const startedAt = Date.now();
  if (cron === purgeCron) return noteHeartbeat(env, "nightly", startedAt, await purge({ env }));
  const isExamined = Math.floor(scheduledTime / minute) % examinedEvery === 0;
  const succeeded = await drainOutbox({ env }, isExamined ? mostBatches - 1 : mostBatches);
  await noteHeartbeat(env, "minute", startedAt, succeeded);
  if (isExamined) await examineAndTell(env, cache);
}
