import { createDatabase } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import type { SubrequestBudget } from "../../platform/request/subrequest-budget.ts";
import { type Ask, checkLink, mostRequests } from "./link-check.ts";

const mostAtOnce = 3;
/** Longer than a check may take, so that no second Worker checks the same link in the meantime. */
const leaseSeconds = 60;
/** Subrequests per link: its check, and storing the result. */
const ofLink = mostRequests + 1;

/**
 * Checks the links of the library that are due, at most three and within the subrequests that the run has left. Cron
 * does this once a minute, as the last job. Never throws.
 * @returns whether the database could be queried
 */
export async function checkLinks(env: Env, budget: SubrequestBudget, ask: Ask = fetch): Promise<boolean> {
  const most = Math.min(mostAtOnce, Math.floor((budget.left - 1) / ofLink));
  if (env.LINK_CHECK === "none" || most < 1) return true;
  const database = createDatabase(env, Number.POSITIVE_INFINITY);
  const asking = {
    ask,
    ownHosts: [env.SITE_ORIGIN, env.SUPABASE_URL].map((url) => new URL(url).hostname),
    userAgent: `LinkCheck/1.0 (+${env.SITE_ORIGIN})`,
  };
  try {
    const due = await database.call("claim_links", { p_limit: most, p_lease_seconds: leaseSeconds });
    budget.left -= 1 + due.length * ofLink;
    await Promise.all(
      due.map(async ({ resource_id, url }) => {
        const seen = await checkLink(url, asking);
        const movedTo = seen.state === "moved" ? seen.movedTo : undefined;
        await database.call("settle_link", {
          p_resource_id: resource_id,
          p_url: url,
          p_seen: seen.state,
          p_moved_to: movedTo,
        });
      }),
    );
    return true;
  } catch (error) {
    log({ outcome: "link-check-error", error: String(error).slice(0, 200) });
    return false;
  }
}
