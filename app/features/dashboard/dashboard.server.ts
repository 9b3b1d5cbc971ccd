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
    spam: z.number(),
    failing_deliveries: z.number(),
    failing_notices: z.number(),
    past_events: z.number(),
    drafts: z.number(),
  }),
});

export type Dashboard = z.output<typeof dashboard>;

/** How much of everything there is, what needs attention, what a new site lacks and what is not configured. @throws DatabaseUnavailable */
export async function readDashboard({ env }: AppLoadContext, admin: Admin) {
  const [answer, hasOwnEvent] = await Promise.all([admin.database.rpc("dashboard"), hasTouchedEvent(admin)]);
  const { counts, attention } = dashboard.parse(rowsOf(answer));
  return {
    counts,
    attention,
    steps: firstSteps(counts, samplesIn(site), hasOwnEvent),
    hasNewsletterProvider: Boolean(env.NEWSLETTER_API_URL && env.NEWSLETTER_API_TOKEN),
    hasWaitlistEndpoint: Boolean(env.WAITLIST_ENDPOINT_URL),
    hasNoticeReceiver: Boolean(env.NOTIFY_URL),
  };
}

/** Whether an admin has ever added or changed an event; the samples are the operator's. */
async function hasTouchedEvent({ database }: Admin): Promise<boolean> {
  const select = database.from("audit_log").select("id").eq("table_name", "events").not("actor", "is", null).limit(1);
  return rowsOf(await select).length > 0;
}
