import type { MailPurpose } from "../features/mail/mail-purposes.ts";
import type { Compose, FindLetter } from "../features/mail/post-office.server.ts";
import type { SiteCache } from "../features/site/current-site.server.ts";
import type { Env } from "../platform/env.ts";
import type { Site } from "../site.ts";
import type { ScheduledRun } from "./jobs.ts";

const ofAccounts = async () => (await import("../features/admins/account-letters.tsx")).accountLetters;
const ofAttendance = async () =>
  (await import("../features/attendance/letters/attendance-letters.ts")).attendanceLetters;
const ofCampaigns = async () => (await import("../features/campaigns/news-letter.server.tsx")).campaignLetters;
const ofIssues = async () => (await import("../features/issues/first-letter.ts")).readerLetters;
const ofMessages = async () => (await import("../features/contact/message-letters.tsx")).messageLetters;
const ofNewsletter = async () => (await import("../features/newsletter/newsletter-letters.tsx")).newsletterLetters;
const ofProgramme = async () => (await import("../features/programme/programme-letters.ts")).programmeLetters;
const ofProposals = async () => (await import("../features/proposals/proposal-letters.ts")).proposalLetters;
const ofSeries = async () => (await import("../features/series/series-letters.tsx")).seriesLetters;
const ofSuggestions = async () => (await import("../features/suggestions/suggestion-letters.tsx")).suggestionLetters;
const ofTests = async () => (await import("../features/mail/test-email.server.ts")).testLetters;

const letters: { [Purpose in MailPurpose]: () => Promise<Record<Purpose, Compose>> } = {
  "waitlist-receipt": ofAttendance,
  "waitlist-lost-link": ofAttendance,
  "waitlist-new-link": ofAttendance,
  "waitlist-address-confirmed": ofAttendance,
  "waitlist-new-address": ofAttendance,
  "waitlist-old-address": ofAttendance,
  "event-news": ofCampaigns,
  "event-news-test": ofCampaigns,
  "reservation-offer": ofAttendance,
  "reservation-ticket": ofAttendance,
  "reservation-canceled": ofAttendance,
  "join-link": ofAttendance,
  "join-link-replaced": ofAttendance,
  "still-coming": ofAttendance,
  "request-answered": ofAttendance,
  "request-undecided": ofAttendance,
  "agenda-changed": ofAttendance,
  "speaker-corrections": ofProgramme,
  "proposal-confirm": ofProposals,
  "proposal-answer": ofProposals,
  "message-receipt": ofMessages,
  "message-notice": ofMessages,
  "message-answer": ofMessages,
  "suggestion-receipt": ofSuggestions,
  "test-email": ofTests,
  "series-confirm": ofSeries,
  "series-editions": ofSeries,
  "newsletter-confirm": ofNewsletter,
  "newsletter-first": ofIssues,
  "newsletter-address": ofNewsletter,
  "newsletter-address-changed": ofNewsletter,
  "key-notice": ofAccounts,
  "admin-invitation": ofAccounts,
  "password-link": ofAccounts,
  "admin-new-address": ofAccounts,
  "admin-old-address": ofAccounts,
};

/** The database may be ahead of this Worker by a release, so a purpose may be unknown. */
const findLetter: FindLetter = async (purpose) => {
  const found: Partial<Record<MailPurpose, Compose>> | undefined = await letters[purpose]?.();
  return found?.[purpose];
};

/** Runs the jobs of a cron of wrangler.toml. @param cache the data center's; Node has none */
export async function runScheduled(run: ScheduledRun, env: Env, sites: SiteCache, cache?: Cache): Promise<void> {
  const { runJobs } = await import("./jobs.ts");
  await runJobs(run, env, sites, findLetter, cache);
}

/** Sends a batch of due emails after a response. Never throws. */
export async function deliverMailsNow(env: Env, site: Site) {
  const { deliverMailBatch } = await import("../features/mail/post-office.server.ts");
  return deliverMailBatch(env, site, findLetter);
}
