import type { AppLoadContext } from "@remix-run/cloudflare";
import type { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isId, isNoTime } from "../../admin/list-page.server.ts";
import { createDatabase, type Outcome, rowsOf } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import type { Event } from "../events/event/event.ts";
import { listOutdatedIssues } from "../issues/outdated-issues.server.ts";
import { senderOf } from "../mail/mail-sender.server.ts";
import {
  type Campaign,
  changeTitles,
  type EventNews,
  eventNews,
  isHeld,
  type Kind,
  kinds,
  type OwnWords,
  ownWords,
  pressing,
  titleOf,
  type Unsent,
} from "./campaign.ts";
import type { ownWordsSchema } from "./campaigns.schema.ts";

export async function readNews({ database }: Admin, event: string): Promise<EventNews> {
  const answer = eventNews.parse(rowsOf(await database.rpc("event_news", { p_event: event })));
  return { ...answer, kinds: answer.kinds ?? [], campaigns: answer.campaigns ?? [], troubles: answer.troubles ?? [] };
}

/** What was not sent, or is not true anymore when it is; nothing if the site sends no email. */
export async function readUnsent(
  context: AppLoadContext,
  admin: Admin,
  event: Event & { waiting: number },
): Promise<Unsent> {
  if (!senderOf(context.env)) return { unnotified: [], held: [], issues: [] };
  const [news, outdated] = await Promise.all([
    event.waiting > 0 ? readNews(admin, event.id) : { kinds: [], campaigns: [] },
    listOutdatedIssues(admin),
  ]);
  const unnotified = news.kinds.flatMap(({ kind, queued, told }) => {
    const of = pressing[kind];
    const what = told && kind === "changed" ? `: ${changeTitles(told, event, context.now)}` : "";
    return of && queued > 0 ? [{ kind, queued, of: of + what }] : [];
  });
  const issues = outdated.filter(({ changed }) => changed.some(({ id }) => id === event.id));
  return {
    unnotified,
    issues,
    held: news.campaigns.filter(isHeld).map((each) => ({ id: each.id, subject: titleOf(each) })),
  };
}

export async function countUnsettled(admin: Admin, event: string): Promise<number> {
  const { campaigns } = await readNews(admin, event);
  return campaigns
    .filter(({ kind }) => pressing[kind])
    .reduce((count, { to_go, uncertain }) => count + to_go + uncertain, 0);
}

export async function keepDraft({ database }: Admin, event: string, kind: Kind, words: string | null, isOff: boolean) {
  rowsOf(await database.rpc("draft_campaign", { p_event: event, p_kind: kind, p_words: words, p_is_off: isOff }));
}

/** Enqueues a test to the admin. @returns false if the news no longer applies */
export async function enqueueTest(
  context: AppLoadContext,
  { database }: Admin,
  event: string,
  kind: Kind,
): Promise<boolean> {
  const isQueued = rowsOf(await database.rpc("test_campaign", { p_event: event, p_kind: kind }));
  context.startPost();
  return isQueued;
}

export async function readOwnWords({ database }: Admin, event: string): Promise<OwnWords> {
  return ownWords.parse(rowsOf(await database.rpc("own_words", { p_event: event })));
}

export async function keepOwnWords(
  { database }: Admin,
  event: string,
  { audience, subject, words }: z.output<typeof ownWordsSchema>,
) {
  const given = { p_event: event, p_audience: audience, p_subject: subject, p_words: words };
  rowsOf(await database.rpc("draft_own_words", given));
}

/** Addresses an email in own words to these people. @returns the path of its page; null if none is there */
export async function addressChecked({ database }: Admin, event: string, people: readonly string[]) {
  const isAddressed = rowsOf(await database.rpc("address_checked", { p_event: event, p_people: people.filter(isId) }));
  return isAddressed ? `/admin/events/${event}/emails/new` : null;
}

export async function startOwnWords(
  context: AppLoadContext,
  { database }: Admin,
  event: string,
  { version, at }: { version: string; at: Date | null },
) {
  const given = { p_event: event, p_draft_version: version, ...(at && { p_send_at: at.toISOString() }) };
  const answer = await database.rpc("start_own_words", given);
  if (isNoTime(answer)) return "changed";
  const outcome = rowsOf(answer);
  if (outcome === "started") context.startPost();
  return outcome;
}

export type StartOwnWordsOutcome = Outcome<"start_own_words">;

export async function takeBackOwnWords({ database }: Admin, event: string, id: number) {
  return rowsOf(await database.rpc("take_back_own_words", { p_event: event, p_id: id }));
}

/** @returns false if the draft has changed since `version`, or is gone */
export async function deleteOwnWords({ database }: Admin, event: string, version: string): Promise<boolean> {
  const answer = await database.rpc("delete_own_words", { p_event: event, p_draft_version: version });
  return isNoTime(answer) ? false : rowsOf(answer);
}

export type StartOutcome = Outcome<"start_campaign">;

/** The versions that an admin has read: `updated_at` of the event and of the draft. */
export interface Read {
  event: string;
  draft: string | null;
}

export async function startCampaign(
  context: AppLoadContext,
  { database }: Admin,
  event: string,
  kind: Kind,
  read: Read,
) {
  const given = { p_event: event, p_kind: kind, p_event_version: read.event, p_draft_version: read.draft };
  const answer = await database.rpc("start_campaign", given);
  if (isNoTime(answer)) return "changed";
  const outcome = rowsOf(answer);
  if (outcome === "started") context.startPost();
  return outcome;
}

export async function pauseCampaign(
  context: AppLoadContext,
  { database }: Admin,
  event: string,
  id: number,
  isPaused: boolean,
) {
  rowsOf(await database.rpc("pause_campaign", { p_event: event, p_id: id, p_is_paused: isPaused }));
  if (!isPaused) context.startPost();
}

/** Subrequests of `startReminders`. */
export const ofReminders = 1;

/** Enqueues reminders of events within a day; by cron. Never throws. @returns false if the call failed */
export async function startReminders(env: Env): Promise<boolean> {
  if (!senderOf(env)) return true;
  try {
    await createDatabase(env, Number.POSITIVE_INFINITY).call("start_reminders", {});
    return true;
  } catch (error) {
    log({ outcome: "mail-error", error: String(error).slice(0, 200) });
    return false;
  }
}

/** An email about the event to one person. */
export interface EmailTo extends Pick<Campaign, "id" | "kind" | "subject"> {
  state: string;
  /** when it was sent or given up; null while it is on its way */
  settled_at: string | null;
}

export async function listEmailsTo({ database }: Admin, person: string): Promise<EmailTo[]> {
  const sent = rowsOf(
    await database
      .from("mails")
      .select("occurrence, state, settled_at")
      .eq("purpose", "event-news")
      .eq("person", person)
      .order("id", { ascending: false })
      .limit(20),
  );
  if (sent.length === 0) return [];
  const ids = sent.map(({ occurrence }) => occurrence);
  const campaigns = rowsOf(await database.from("campaigns").select("id, kind, subject").in("id", ids));
  return sent.flatMap(({ occurrence, state, settled_at }) => {
    const campaign = campaigns.find(({ id }) => id === occurrence);
    const kind = kinds.find((each) => each === campaign?.kind);
    return campaign && kind ? [{ id: campaign.id, kind, subject: campaign.subject, state, settled_at }] : [];
  });
}
