import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { notFound, seeOther, unprocessable, withDone } from "../../platform/request/http.ts";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { pathOfSeries } from "../events/event/event.ts";
import { budgetKeys, mailKey, senderOf } from "../mail/mail-sender.server.ts";
import { tooManyMails } from "../mail/mail-words.ts";
import { seriesConsent, subscriptionSchema } from "./subscription.schema.ts";

async function subscribe(context: AppLoadContext, key: string, email: string) {
  const outcome = await context.database.call("subscribe_to_series", {
    p_series: key,
    p_email: email,
    p_consent_version: seriesConsent.version,
    p_address_key: await mailKey(context.env, email),
    p_sender: await budgetKeys(context, email),
  });
  if (outcome === "asked") context.startPost();
  return outcome;
}

/**
 * Answers the form of a series. Whether an address has subscribed shows neither in the answer nor in its time.
 * Throws what is answered where there is no such series, or where nobody sends mails.
 */
export async function answerSubscription(context: AppLoadContext, key: string, form: FormData) {
  if (!senderOf(context.env)) throw notFound();
  const submission = parseWithZod(form, { schema: subscriptionSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { email, nickname2: suspectedSpam } = submission.value;
  const refuse = (message: string, status: 429 | 503) =>
    unprocessable(submission.reply({ formErrors: [message] }), status);
  try {
    const outcome = await withTimeFloor(suspectedSpam ? Promise.resolve("asked") : subscribe(context, key, email));
    switch (outcome) {
      case "not-found":
        throw notFound();
      case "not-now":
        return refuse(tooManyMails, 429);
      case "full":
        return refuse("There was an error. Please try again.", 503);
    }
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return refuse("There was an error. Please try again.", 503);
  }
  return seeOther(withDone(`${pathOfSeries({ key })}#subscribe`, "asked"));
}

/** Whether the form was just sent. */
export const isAsked = ({ done }: AppLoadContext) => done?.word === "asked";

const subscription = z.object({
  /** `waiting` for the confirmation of the address */
  state: z.enum(["waiting", "subscribed"]),
  email: z.string(),
  requested_at: z.string(),
  consent_version: z.string(),
  /** until when it is kept without a confirmation; null once it is confirmed */
  confirm_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  series: z.object({ key: z.string(), name: z.string() }),
});

/** What is kept about a subscriber, as they may see it. Times are ISO 8601. */
export type SeriesSubscription = z.output<typeof subscription>;

/** What is behind a link; null for a link that leads nowhere. @throws DatabaseUnavailable */
export async function findSeriesSubscription(
  { database }: AppLoadContext,
  token: string | undefined,
): Promise<SeriesSubscription | null> {
  if (!isToken(token)) return null;
  const answer = await database.call("series_subscription", { p_token_digest: await digestOf(token) });
  const page = z.discriminatedUnion("state", [subscription, z.object({ state: z.literal("nowhere") })]).parse(answer);
  return page.state === "nowhere" ? null : page;
}

/** @returns false where nothing has changed @throws DatabaseUnavailable */
export const confirmSeriesSubscription = async ({ database }: AppLoadContext, token: string) =>
  database.call("confirm_series_subscription", { p_token_digest: await digestOf(token) });

/** Unsubscribes and erases; a second time, or without such a link, nothing changes. @throws DatabaseUnavailable */
export async function leaveSeries({ database }: AppLoadContext, token: string | undefined): Promise<void> {
  if (isToken(token)) await database.call("leave_series", { p_token_digest: await digestOf(token) });
}

/** Erases what someone else has asked for, and notes to send no such mail there again. @throws DatabaseUnavailable */
export async function refuseSeries({ database, env }: AppLoadContext, token: string, email: string): Promise<void> {
  const keys = { p_token_digest: await digestOf(token), p_refused_key: await mailKey(env, email) };
  await database.call("leave_series", keys);
}
