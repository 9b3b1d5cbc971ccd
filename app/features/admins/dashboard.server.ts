import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { rowsOf } from "../../platform/supabase.server.ts";
import type { Admin } from "./admins.server.ts";

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
    spam: z.number(),
    failing_deliveries: z.number(),
    failing_notices: z.number(),
    past_events: z.number(),
    drafts: z.number(),
  }),
});

export type Dashboard = z.output<typeof dashboard>;

/** How much of everything there is, and what needs attention; missing configuration too. @throws DatabaseUnavailable */
export async function readDashboard({ env }: AppLoadContext, { database }: Admin) {
  return {
    ...dashboard.parse(rowsOf(await database.rpc("dashboard"))),
    hasNewsletterProvider: Boolean(env.NEWSLETTER_API_URL && env.NEWSLETTER_API_TOKEN),
    hasWaitlistEndpoint: Boolean(env.WAITLIST_ENDPOINT_URL),
    hasNoticeReceiver: Boolean(env.NOTIFY_URL),
  };
}
