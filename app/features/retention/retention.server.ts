import { createDatabase } from "../../platform/database/supabase.server.ts";
import { log } from "../../platform/log.ts";
import type { LoadContext } from "../../platform/request/load-context.ts";

/** Rows of each kind that one call removes: far from the 3 s that a call may take. */
const portion = 1000;
/** Calls of one run, of the 50 subrequests that the free plan allows; what is left waits for the next day. */
const mostCalls = 40;

/** Removes what has been kept long enough; for cron, once a day. Never throws. @returns whether no call failed */
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
