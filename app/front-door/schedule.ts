import { type LettersOf, mailPurposes, type PurposeOf } from "../features/mail/mail-purposes.ts";
import type { Compose, Composers, FindLetter } from "../features/mail/post-office.server.ts";
import type { SiteCache } from "../features/site/current-site.server.ts";
import type { Env } from "../platform/env.ts";
import type { Site } from "../site.ts";
import type { ScheduledRun } from "./jobs.ts";

const letters: { [Letters in LettersOf]: () => Promise<Record<PurposeOf<Letters>, Compose>> } = {
  accounts: async () => (await import("../features/admins/account-letters.tsx")).accountLetters,
  attendance: async () => (await import("../features/attendance/letters/attendance-letters.ts")).attendanceLetters,
  campaigns: async () => (await import("../features/campaigns/news-letter.server.tsx")).campaignLetters,
  issues: async () => (await import("../features/issues/first-letter.ts")).readerLetters,
  messages: async () => (await import("../features/contact/message-letters.tsx")).messageLetters,
  newsletter: async () => (await import("../features/newsletter/newsletter-letters.tsx")).newsletterLetters,
  programme: async () => (await import("../features/programme/programme-letters.ts")).programmeLetters,
  proposals: async () => (await import("../features/proposals/proposal-letters.ts")).proposalLetters,
  series: async () => (await import("../features/series/series-letters.tsx")).seriesLetters,
  suggestions: async () => (await import("../features/suggestions/suggestion-letters.tsx")).suggestionLetters,
  tests: async () => (await import("../features/mail/test-email.server.ts")).testLetters,
};

/** The database may be ahead of this Worker by a release, so a purpose may be unknown. */
const findLetter: FindLetter = async (purpose) => {
  if (!Object.hasOwn(mailPurposes, purpose)) return undefined;
  const composers: Composers = await letters[mailPurposes[purpose][0]]();
  return composers[purpose];
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
