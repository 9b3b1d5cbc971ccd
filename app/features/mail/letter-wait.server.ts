import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { worthSaying } from "../../ui/letter-wait.tsx";
import { dailyLimitOf, paceOf } from "../outbox/pace.ts";

/** Milliseconds a visitor's answer waits for a sentence that it can do without. */
const limit = 500;

/**
 * In about how many minutes the email leaves that a visitor's form has just caused; 0 for less than a
 * quarter of an hour, and where the database does not respond soon.
 */
export async function letterWait(context: AppLoadContext): Promise<number> {
  const network = await context.networkKeys();
  if (!network) return 0;
  try {
    const pace = { ...dailyLimitOf(context), ...paceOf(context) };
    const minutes = await context.database.call("letter_wait", { p_sender: { ...network }, ...pace }, limit);
    return minutes < worthSaying ? 0 : minutes;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return 0;
    throw error;
  }
}
