import { createDatabase } from "../../platform/database/supabase.server.ts";
import { log } from "../../platform/log.ts";
import type { LoadContext } from "../../platform/request/load-context.ts";

/** The rows of each kind that one call removes; it stays far below the 3 s limit of a call. */
const portion = 1000;
/** The most calls per run, out of the 50 subrequests the free plan allows; the rest waits for the next day. */
const mostCalls = 40;

/** Purges data past its retention; run by cron once a day. Never throws. @returns whether all calls succeeded */
export async function purge({ env }: Pick<LoadContext, "env">): Promise<boolean> {
  const purged: Record<string, number> = {};
  try {
    const database = createDatabase(env, Number.POSITIVE_INFINITY);
    for (let calls = 0; calls < mostCalls; calls += 1) {
      const counts = Object.entries((await database.call("purge", { p_limit: portion })) as Record<string, number>);
      for (const [kind, count] of counts) purged[kind] = (purged[kind] ?? 0) + count;
      if (counts.every(([, count]) => count < portion)) break;
    }
    log({ outcome: "purged", purged });
    return true;
  } catch (error) {
    log({ outcome: "purge-failed", purged, error: String(error).slice(0, 200) });
    return false;
  }
}
