import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { site } from "../../site.ts";
import { firstSteps } from "./first-steps.ts";
import { samplesIn } from "./samples.ts";

const dashboard = z.object({
  counts: z.object({
    tabs: z.number(),
    resources: z.number(),
    events: z.number(),
    waitlist: z.number(),
    subscribers: z.number(),
    messages: z.number(),
    likes: z.number(),
    admins: z.number(),
  }),
  attention: z.object({
    new_messages: z.number(),
    failing_deliveries: z.number(),
    failing_notices: z.number(),
    spam_entries: z.number(),
    spam_subscribers: z.number(),
    spam_messages: z.number(),
    draft_resources: z.number(),
    draft_events: z.number(),
  }),
  own: z.object({ events: z.boolean(), resources: z.boolean() }),
});

export type Dashboard = z.output<typeof dashboard>;

/** How much of everything there is, what needs attention, what a new site lacks and what is not configured. @throws DatabaseUnavailable */
export async function readDashboard({ env }: AppLoadContext, admin: Admin) {
  const { counts, attention, own } = dashboard.parse(rowsOf(await admin.database.rpc("dashboard")));
  return {
    counts,
    attention,
    steps: firstSteps(counts, samplesIn(site), own),
    hasNewsletterProvider: Boolean(env.NEWSLETTER_API_URL && env.NEWSLETTER_API_TOKEN),
    hasWaitlistEndpoint: Boolean(env.WAITLIST_ENDPOINT_URL),
    hasNoticeReceiver: Boolean(env.NOTIFY_URL),
  };
}
