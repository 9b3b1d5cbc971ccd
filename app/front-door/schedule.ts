import {
  composeInvitation,
  composeNewAdminAddress,
  composeOldAdminAddress,
  composePasswordLink,
} from "../features/accounts/account-letters.tsx";
import { composeKeyNotice } from "../features/accounts/key-notice.ts";
import { ofAddressChanges, settleAddressChanges } from "../features/accounts/own-address.server.ts";
import {
  composeMessageAnswer,
  composeMessageNotice,
  composeMessageReceipt,
} from "../features/contact/message-letters.tsx";
import { examineAndTell } from "../features/doctor/examination.server.ts";
import { noteHeartbeat } from "../features/doctor/heartbeats.server.ts";
import { issuesOf } from "../features/issues/issue-batches.server.ts";
import type { MailPurpose } from "../features/mail/mail-purposes.ts";
import { type Compose, deliverMailBatch, postOf } from "../features/mail/post-office.server.ts";
import { composeTestEmail } from "../features/mail/test-email.server.ts";
import {
  composeAddressChange,
  composeAddressChanged,
  composeConfirmation,
} from "../features/newsletter/newsletter-letters.tsx";
import { drain } from "../features/outbox/drain.ts";
import { outboxOf } from "../features/outbox/outbox.server.ts";
import { composeNewAddress, composeOldAddress } from "../features/places/address-letters.tsx";
import { composeConfirmedAddress, composeLostLink, composeNewLink } from "../features/places/link-letters.ts";
import { composeReceipt } from "../features/places/receipt.tsx";
import { composeOffer, composePlaceCanceled, composeTicket } from "../features/places/reservation-letters.ts";
import { moveLines, ofOffers } from "../features/reservations/offers.server.ts";
import { purge } from "../features/retention/retention.server.ts";
import { purgeCron } from "../features/retention/retention.ts";
import { knowSite, ofSite, siteNews } from "../features/site/site-settings.server.ts";
import { composeNews, composeNewsTest } from "../features/tellings/news-letter.server.tsx";
import { ofReminders, startReminders } from "../features/tellings/tellings.server.ts";
import type { Env } from "../platform/env.ts";
import { createLastGood } from "../platform/last-good.ts";
import { createPageReader } from "../platform/page-reads.server.ts";
import { newPageReport } from "../platform/page-report.ts";
import { newSubrequestBudget } from "../platform/subrequest-budget.ts";
import { createDatabase } from "../platform/supabase.server.ts";

/** What Cloudflare says of a run. */
export interface ScheduledRun {
  cron: string;
  /** epoch milliseconds */
  scheduledTime: number;
}

/** What a mail says, by its purpose. */
const composers = {
  "waitlist-receipt": composeReceipt,
  "waitlist-lost-link": composeLostLink,
  "waitlist-new-link": composeNewLink,
  "waitlist-address-confirmed": composeConfirmedAddress,
  "waitlist-new-address": composeNewAddress,
  "waitlist-old-address": composeOldAddress,
  "newsletter-confirm": composeConfirmation,
  "newsletter-address": composeAddressChange,
  "newsletter-address-changed": composeAddressChanged,
  "message-receipt": composeMessageReceipt,
  "message-notice": composeMessageNotice,
  "message-answer": composeMessageAnswer,
  "event-news": composeNews,
  "event-news-test": composeNewsTest,
  "test-email": composeTestEmail,
  "key-notice": composeKeyNotice,
  "admin-invitation": composeInvitation,
  "password-link": composePasswordLink,
  "admin-new-address": composeNewAdminAddress,
  "admin-old-address": composeOldAdminAddress,
  "place-offer": composeOffer,
  "place-ticket": composeTicket,
  "place-canceled": composePlaceCanceled,
} satisfies Record<MailPurpose, Compose>;

const minute = 60_000; // ms
/** Of this many minutes the doctor looks in one: the free plan has no cron to spare for it. */
const examinedEvery = 10;
/** Subrequests. */
const ofHeartbeat = 1;
const ofDoctor = 13;

/**
 * What runs when, of the crons in wrangler.toml: retention once a day; each minute reminders of events, free places to be offered, what the outbox
 * and the post still owe and then a part of the newsletter's issue, and in one of ten changes of admins' addresses that nobody could note, and the doctor. All that runs in a
 * minute shares what a run may ask of others.
 * @param clearPages is called when the site has got other words
 * @param cache of the data center; Node has none
 */
export async function runScheduled(
  { cron, scheduledTime }: ScheduledRun,
  env: Env,
  clearPages: () => void,
  cache?: Cache,
): Promise<void> {
  const startedAt = Date.now();
  if (cron === purgeCron) return noteHeartbeat(env, "nightly", startedAt, await purge({ env }));
  const isExamined = Math.floor(scheduledTime / minute) % examinedEvery === 0;
  const budget = newSubrequestBudget(env.WORKERS_PLAN);
  budget.left -= ofHeartbeat + ofReminders + ofOffers + ofSite + (isExamined ? ofAddressChanges + ofDoctor : 0);
  const siteIsKnown = knowSiteForLetters(env, clearPages, cache);
  const areReminded = await startReminders(env);
  const areOffered = await moveLines(env);
  const areSettled = !isExamined || (await settleAddressChanges(env));
  await siteIsKnown;
  const isOneByOneDone = await drain([outboxOf(env), postOf(env, composers)], budget);
  // Bulk mail gets what single mails leave.
  const areIssuesDone = await drain([issuesOf(env)], budget);
  const areAllDone = areReminded && areOffered && areSettled && isOneByOneDone && areIssuesDone;
  await noteHeartbeat(env, "minute", startedAt, areAllDone);
  if (isExamined) await examineAndTell(env, cache);
}

/** Letters say what the site says of itself, also those that an isolate sends which has shown no page. Never throws. */
async function knowSiteForLetters(env: Env, clearPages: () => void, cache?: Cache): Promise<void> {
  const pending: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void pending.push(work);
  const lastGood = createLastGood({ cache, origin: env.SITE_ORIGIN, page: newPageReport(false), waitUntil });
  const database = createDatabase(env, Number.POSITIVE_INFINITY);
  const readPage = createPageReader(database, lastGood, siteNews(clearPages));
  await knowSite({ readPage, lastGood, waitUntil }, "behind");
  await Promise.all(pending);
}

/** Sends a batch of what the post owes, behind an answer. Never throws. */
export const deliverMailsNow = (env: Env) => deliverMailBatch(env, composers);
