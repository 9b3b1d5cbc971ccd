import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin, Person } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { findWrong } from "../doctor/examination.server.ts";
import { isSampleLink, samplesIn } from "../doctor/samples.ts";
import { eventDatesRow } from "../events/event/event-rows.ts";
import { meetings } from "../events/event/event-states.ts";
import { issueProgress } from "../issues/issues.server.ts";
import { listOutdatedIssues } from "../issues/outdated-issues.server.ts";
import { hasNewsletterProvider, issuesSenderOf, senderOf } from "../mail/mail-sender.server.ts";
import { readSamples } from "../samples/samples.server.ts";
import { firstSteps } from "./first-steps.ts";

const countsOfEvents = z.array(z.object({ id: z.string(), title: z.string(), count: z.number() }));

const dashboard = z.object({
  counts: z.object({
    tabs: z.number(),
    resources: z.number(),
    events: z.number(),
    waitlist: z.number(),
    subscribers: z.number(),
    confirmed_subscribers: z.number(),
    messages: z.number(),
    likes: z.number(),
    owners: z.number(),
    admins: z.number(),
  }),
  attention: z.object({
    new_messages: z.number(),
    new_suggestions: z.number(),
    unsettled_posts: z.number(),
    failing_notices: z.number(),
    failing_subscriptions: z.number(),
    spam_entries: z.number(),
    spam_subscribers: z.number(),
    spam_messages: z.number(),
    spam_suggestions: z.number(),
    draft_resources: z.number(),
    draft_events: z.number(),
    gone_links: z.number(),
    moved_links: z.number(),
    uncertain_mails: z.number(),
    refused_mails: z.number(),
    /** addresses that get no email about an admin's account, because one bounced; 0 for editors */
    stopped_keys: z.number(),
  }),
  failing: countsOfEvents,
  offers: countsOfEvents,
  corrections: countsOfEvents,
  proposals: countsOfEvents,
  unnotified: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(["cancelled", "postponed", "changed"]),
      count: z.number(),
    }),
  ),
  /** emails in an editor's own words of the last seven days, by their subjects; none for editors */
  written: z.array(z.object({ id: z.string(), title: z.string(), subject: z.string() })),
  /** scheduled emails that do not go out, because the event has changed since */
  held: z.array(z.object({ id: z.string(), title: z.string(), subject: z.string() })),
  next: z.array(
    eventDatesRow.extend({
      id: z.string(),
      title: z.string(),
      is_published: z.boolean(),
      takes_reservations: z.boolean(),
      meets: z.enum(meetings),
      spots: z.number(),
      taken: z.number(),
      waiting: z.number(),
      people: z.number(),
      asked: z.number(),
      unnotified: z.number(),
    }),
  ),
  week: z.object({
    people: z.number(),
    subscribers: z.number(),
    messages: z.number(),
    suggestions: z.number(),
    likes: z.number(),
  }),
  issue: z.object({ id: z.string(), subject: z.string(), progress: issueProgress }).nullable(),
  own: z.object({ events: z.boolean(), resources: z.boolean(), test_email: z.boolean() }),
});

export type Dashboard = z.output<typeof dashboard>;

export async function readDashboard(context: AppLoadContext, admin: Person) {
  const { env, site } = context;
  const [answer, sampleTickets, season, wrong, outdated] = await Promise.all([
    admin.database.rpc("dashboard"),
    eventsWithSampleTickets(admin),
    readSamples(admin),
    findWrong(context, admin),
    listOutdatedIssues(admin),
  ]);
  const {
    counts: counted,
    attention,
    failing,
    offers,
    corrections,
    proposals,
    unnotified,
    written,
    held,
    next,
    week,
    issue,
    own,
  } = dashboard.parse(rowsOf(answer));
  // If this site asks people to confirm, nobody counts as a subscriber before that.
  const isOwn = issuesSenderOf(env) !== null;
  const subscribers = isOwn ? counted.confirmed_subscribers : counted.subscribers;
  const counts = { ...counted, subscribers };
  return {
    counts,
    attention,
    failing,
    offers,
    corrections,
    proposals,
    unnotified,
    written,
    held,
    outdated,
    next,
    week,
    issue,
    now: context.now.toISOString(),
    wrong,
    steps: firstSteps(
      counts,
      samplesIn(site),
      { ...own, testEmail: own.test_email, factor: admin.hasFactor },
      season,
      sampleTickets,
      senderOf(env) !== null,
    ),
    hasNewsletterProvider: hasNewsletterProvider(env) || isOwn,
    hasSender: senderOf(env) !== null,
    hasNoticeReceiver: Boolean(env.NOTIFY_URL || (env.MAIL_REPLY_TO && senderOf(env))),
  };
}

async function eventsWithSampleTickets({ database }: Admin): Promise<string[]> {
  const select = database.from("events").select("title, ticket_url").eq("is_published", true);
  const events = rowsOf(await select.like("ticket_url", "%example%").order("title").limit(100));
  return events.filter(({ ticket_url: url }) => url && isSampleLink(url)).map(({ title }) => title);
}
