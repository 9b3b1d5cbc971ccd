import { createDatabase } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import type { SubrequestBudget } from "../../platform/request/subrequest-budget.ts";
import { type Ask, checkLink, mostRequests } from "./link-check.ts";

const mostAtOnce = 3;
/** Longer than a check may take, so that no second Worker asks the same link meanwhile. */
const leaseSeconds = 60;
/** Subrequests of one link: its check, and to write what it saw. */
const ofLink = mostRequests + 1;

/**
 * Checks the links of the library that are due, three at most and no more than what the run may still ask of others; for
 * cron, once a minute, last of all. Never throws.
 * @returns whether the database could be asked
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
