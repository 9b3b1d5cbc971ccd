import { drainOutbox } from "../features/outbox/outbox.server.ts";
import { purge } from "../features/retention/retention.server.ts";
import { purgeCron } from "../features/retention/retention.ts";
import type { Env } from "../platform/env.ts";

/** What runs when, of the crons in wrangler.toml: retention once a day, and each minute what the outbox still owes. */
export function runScheduled(cron: string, env: Env): Promise<void> {
  return cron === purgeCron ? purge({ env }) : drainOutbox({ env });
}
