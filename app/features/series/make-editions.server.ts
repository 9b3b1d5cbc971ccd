import { createDatabase } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";

/** The number of subrequests that `makeEditions` takes. */
export const ofEditions = 1;

/** Creates the editions of series that are due; for cron, once a minute. Never throws. @returns whether it succeeded */
export async function makeEditions(env: Env): Promise<boolean> {
  try {
    await createDatabase(env, Number.POSITIVE_INFINITY).call("make_editions", {});
    return true;
  } catch (error) {
    log({ outcome: "series-error", error: String(error).slice(0, 200) });
    return false;
  }
}
