import { accountLetters } from "../features/admins/account-letters.tsx";
import { attendanceLetters } from "../features/attendance/letters/attendance-letters.ts";
import { moveLines, ofOffers } from "../features/attendance/reservations/offers.server.ts";
import { ofReminders, startReminders } from "../features/campaigns/campaigns.server.ts";
import { campaignLetters } from "../features/campaigns/news-letter.server.tsx";
import { channelPostsOf } from "../features/channel-posts/send-posts.server.ts";
import { messageLetters } from "../features/contact/message-letters.tsx";
import { examineAndTell } from "../features/doctor/examination.server.ts";
import { noteHeartbeat } from "../features/doctor/heartbeats.server.ts";
import { checkLinks } from "../features/education/check-links.server.ts";
import { issuesOf } from "../features/issues/issue-batches.server.ts";
import type { MailPurpose } from "../features/mail/mail-purposes.ts";
import { type Compose, deliverMailBatch, postOf } from "../features/mail/post-office.server.ts";
import { composeTestEmail } from "../features/mail/test-email.server.ts";
import { newsletterLetters } from "../features/newsletter/newsletter-letters.tsx";
import { drain } from "../features/outbox/drain.ts";
import { outboxOf } from "../features/outbox/outbox.server.ts";
import { programmeLetters } from "../features/programme/programme-letters.ts";
import { proposalLetters } from "../features/proposals/proposal-letters.ts";
import { purge } from "../features/retention/retention.server.ts";
import { purgeCron } from "../features/retention/retention.ts";
import { makeEditions, ofEditions } from "../features/series/make-editions.server.ts";
import { seriesLetters } from "../features/series/series-letters.tsx";
import { ofAddressChanges, settleAddressChanges } from "../features/sign-in/own-address.server.ts";
import { type SiteCache, siteRequests } from "../features/site/current-site.server.ts";
import { suggestionLetters } from "../features/suggestions/suggestion-letters.tsx";
import { createLastGood } from "../platform/database/last-good.ts";
import { createDatabase } from "../platform/database/supabase.server.ts";
import type { Env } from "../platform/env.ts";
import { newPageReport } from "../platform/request/page-report.ts";
import { newSubrequestBudget } from "../platform/request/subrequest-budget.ts";
import type { Site } from "../site.ts";

/** What Cloudflare says of a run. */
export interface ScheduledRun {
  cron: string;
  /** epoch milliseconds */
  scheduledTime: number;
}

/** What a mail says, by its purpose. */
const composers = {
  ...attendanceLetters,
  ...campaignLetters,
  ...messageLetters,
  ...programmeLetters,
  ...proposalLetters,
  ...seriesLetters,
  ...suggestionLetters,
  ...newsletterLetters,
  ...accountLetters,
  "test-email": composeTestEmail,
} satisfies Record<MailPurpose, Compose>;

const minute = 60_000; // ms
/** Of this many minutes the doctor looks in one: the free plan has no cron to spare for it. */
const examinedEvery = 10;
/** Subrequests. */
const ofHeartbeat = 1;
const ofDoctor = 17;

/**
 * What runs when, of the crons in wrangler.toml. Once a day: retention. Each minute: reminders of events, editions of series, free spots
 * to be offered, what the outbox, the post and the channels have due, then a part of the newsletter's issue and the links of the library. In one
 * minute of ten: changes of admins' addresses that nobody could note, and the doctor. All that runs in a minute shares what a run may
 * ask of others.
 * @param sites knows what the site says of itself
 * @param cache of the data center; Node has none
 */
export async function runScheduled(
  { cron, scheduledTime }: ScheduledRun,
  env: Env,
  sites: SiteCache,
  cache?: Cache,
): Promise<void> {
  const startedAt = Date.now();
  if (cron === purgeCron) return noteHeartbeat(env, "nightly", startedAt, await purge({ env }));
  const isExamined = Math.floor(scheduledTime / minute) % examinedEvery === 0;
  const budget = newSubrequestBudget(env.WORKERS_PLAN);
  budget.left -=
    ofHeartbeat + ofReminders + ofEditions + ofOffers + siteRequests + (isExamined ? ofAddressChanges + ofDoctor : 0);
  const knownSite = siteForLetters(env, sites, cache);
  const areReminded = await startReminders(env);
  const areMade = await makeEditions(env);
  const areOffered = await moveLines(env);
  const areSettled = !isExamined || (await settleAddressChanges(env));
  const site = await knownSite;
  const isOneByOneDone = await drain([outboxOf(env, site), postOf(env, site, composers), channelPostsOf(env)], budget);
  // Bulk mail gets what single mails leave.
  const areIssuesDone = await drain([issuesOf(env)], budget);
  const areChecked = await checkLinks(env, budget);
  const areAllDone =
    areReminded && areMade && areOffered && areSettled && isOneByOneDone && areIssuesDone && areChecked;
  await noteHeartbeat(env, "minute", startedAt, areAllDone);
  if (isExamined) await examineAndTell(env, site, cache);
}

/** What the site says of itself, for letters that an isolate sends which has shown no page. Never throws. */
async function siteForLetters(env: Env, sites: SiteCache, cache?: Cache): Promise<Site> {
  const pending: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void pending.push(work);
  const lastGood = createLastGood({ cache, origin: env.SITE_ORIGIN, page: newPageReport(false), waitUntil });
  const site = await sites.current({ database: createDatabase(env, Number.POSITIVE_INFINITY), lastGood, waitUntil });
  await Promise.all(pending);
  return site;
}

/** Sends a batch of what is due in the post, behind an answer. Never throws. */
export const deliverMailsNow = (env: Env, site: Site) => deliverMailBatch(env, site, composers);
