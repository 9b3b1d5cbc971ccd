import { moveLines, ofOffers } from "../features/attendance/reservations/offers.server.ts";
import { ofReminders, startReminders } from "../features/campaigns/campaigns.server.ts";
import { channelPostsOf } from "../features/channel-posts/send-posts.server.ts";
import { examineAndTell } from "../features/doctor/examination.server.ts";
import { noteHeartbeat } from "../features/doctor/heartbeats.server.ts";
import { checkLinks } from "../features/education/check-links.server.ts";
import { issuesOf } from "../features/issues/issue-batches.server.ts";
import { type FindLetter, postOf } from "../features/mail/post-office.server.ts";
import { drain } from "../features/outbox/drain.ts";
import { outboxOf } from "../features/outbox/outbox.server.ts";
import { purge } from "../features/retention/retention.server.ts";
import { purgeCron } from "../features/retention/retention.ts";
import { makeEditions, ofEditions } from "../features/series/make-editions.server.ts";
import { ofAddressChanges, settleAddressChanges } from "../features/sign-in/own-address.server.ts";
import { type SiteCache, siteRequests } from "../features/site/current-site.server.ts";
import { createLastGood } from "../platform/database/last-good.ts";
import { createDatabase } from "../platform/database/supabase.server.ts";
import type { Env } from "../platform/env.ts";
import { newPageReport } from "../platform/request/page-report.ts";
import { newSubrequestBudget } from "../platform/request/subrequest-budget.ts";
import type { Site } from "../site.ts";

export interface ScheduledRun {
  cron: string;
  /** epoch milliseconds */
  scheduledTime: number;
}

const minute = 60_000; // ms
/** The doctor runs once in this many minutes; the free plan has no cron to spare for it. */
const examinedEvery = 10;
/** Subrequests of the heartbeat and of the doctor. */
const ofHeartbeat = 1;
const ofDoctor = 17;

/**
 * Runs the jobs of the crons of wrangler.toml. Daily: retention. Every minute: event reminders, event editions of series, offers of
 * free spots, due entries of the outbox, emails and channel posts, then a batch of the newsletter issue and link checks
 * of the library. Every ten minutes: recording address changes of admins that could not be recorded before, and the
 * doctor. All jobs of a run share one subrequest budget.
 * @param sites provides the site settings
 * @param findLetter composes the emails
 * @param cache the data center's cache; Node has none
 */
export async function runJobs(
  { cron, scheduledTime }: ScheduledRun,
  env: Env,
  sites: SiteCache,
  findLetter: FindLetter,
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
  const isOneByOneDone = await drain([outboxOf(env, site), postOf(env, site, findLetter), channelPostsOf(env)], budget);
  // Bulk email gets the budget that individual emails leave.
  const areIssuesDone = await drain([issuesOf(env)], budget);
  const areChecked = await checkLinks(env, budget);
  const areAllDone =
    areReminded && areMade && areOffered && areSettled && isOneByOneDone && areIssuesDone && areChecked;
  await noteHeartbeat(env, "minute", startedAt, areAllDone);
  if (isExamined) await examineAndTell(env, site, cache);
}

/** Loads the site settings for emails sent by an isolate that has not rendered a page yet. Never throws. */
async function siteForLetters(env: Env, sites: SiteCache, cache?: Cache): Promise<Site> {
  const pending: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void pending.push(work);
  const lastGood = createLastGood({ cache, origin: env.SITE_ORIGIN, page: newPageReport(false), waitUntil });
  const site = await sites.current({ database: createDatabase(env, Number.POSITIVE_INFINITY), lastGood, waitUntil });
  await Promise.all(pending);
  return site;
}
