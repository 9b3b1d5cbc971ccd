import { createDatabase } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import type { Job } from "./heartbeats.ts";

/** Records that a cron job has run to its end. Never throws. @param startedAt epoch milliseconds */
export async function noteHeartbeat(env: Env, job: Job, startedAt: number, succeeded: boolean): Promise<void> {
  try {
    const database = createDatabase(env, Number.POSITIVE_INFINITY);
    const milliseconds = Date.now() - startedAt;
    await database.call("note_heartbeat", { p_job: job, p_milliseconds: milliseconds, p_succeeded: succeeded });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) log({ outcome: "no-heartbeat", error: String(error).slice(0, 200) });
  }
}
