import { createDatabase } from "../../../platform/database/supabase.server.ts";
import type { Env } from "../../../platform/env.ts";
import { log } from "../../../platform/log.ts";
import { senderOf } from "../../mail/mail-sender.server.ts";

/** Subrequests. */
export const ofOffers = 1;

/** Ends what has run out and offers free spots to who is next; for cron, once a minute. Never throws. @returns whether it could ask */
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
