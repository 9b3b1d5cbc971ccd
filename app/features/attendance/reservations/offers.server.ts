import { createDatabase } from "../../../platform/database/supabase.server.ts";
import type { Env } from "../../../platform/env.ts";
import { log } from "../../../platform/log.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";

/** Subrequests of `moveLines`. */
export const ofOffers = 1;

/** Ends expired offers and holds, then offers free spots; by cron. Never throws. @returns false if the call failed */
export async function moveLines(env: Env): Promise<boolean> {
  if (!senderOf(env)) return true;
  try {
    await createDatabase(env, Number.POSITIVE_INFINITY).call("promote_lines", {});
    return true;
  } catch (error) {
    log({ outcome: "mail-error", error: String(error).slice(0, 200) });
    return false;
  }
}
