import { createDatabase } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";

/** Subrequests. */
export const ofEditions = 1;

/** Makes the editions of series that are due; for cron, once a minute. Never throws. @returns whether it could ask */
export async function makeEditions(env: Env): Promise<boolean> {
  try {
    await createDatabase(env, Number.POSITIVE_INFINITY).call("make_editions", {});
    return true;
  } catch (error) {
    log({ outcome: "series-error", error: String(error).slice(0, 200) });
    return false;
  }
}
