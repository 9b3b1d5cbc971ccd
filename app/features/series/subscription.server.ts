import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { notFound, seeOther, unprocessable, withDone } from "../../platform/request/http.ts";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { pathOfSeries } from "../events/event/event.ts";
import { letterWait } from "../mail/letter-wait.server.ts";
import { budgetKeys, mailKey, senderOf } from "../mail/mail-sender.server.ts";
import { formsAreFull } from "../mail/mail-words.ts";
import { linkIn } from "../named-links/named-link.schema.ts";
import { seriesConsent, subscriptionSchema } from "./subscription.schema.ts";

async function subscribe(context: AppLoadContext, key: string, email: string, link: string | null) {
  const outcome = await context.database.call("subscribe_to_series", {
    p_series: key,
    p_email: email,
    p_consent_version: seriesConsent.version,
    p_address_key: await mailKey(context.env, email),
    p_sender: await budgetKeys(context, email),
    ...(link ? { p_from: link } : {}),
  });
  if (outcome === "asked") context.startPost();
  return outcome;
}

/**
 * Handles a series' subscribe form. Neither the response nor its timing reveals whether an address has subscribed.
 * Throws a 404 if there is no such series, or if the site sends no email.
 */
export async function answerSubscription(context: AppLoadContext, request: Request, key: string) {
  if (!senderOf(context.env)) throw notFound();
  const submission = parseWithZod(await request.formData(), { schema: subscriptionSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { email, nickname2: suspectedSpam } = submission.value;
  const refuse = (message: string) => unprocessable(submission.reply({ formErrors: [message] }), 503);
  try {
    const asked = suspectedSpam ? Promise.resolve("asked") : subscribe(context, key, email, linkIn(request));
    const outcome = await withTimeFloor(asked);
    switch (outcome) {
      case "not-found":
        throw notFound();
      case "full":
        return refuse(formsAreFull);
    }
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return refuse("There was an error. Please try again.");
  }
  return seeOther(withDone(`${pathOfSeries({ key })}#subscribe`, "asked", await letterWait(context)));
}

export const isAsked = ({ done }: AppLoadContext) => done?.word === "asked";

const subscription = z.object({
  state: z.enum(["waiting", "subscribed"]),
  email: z.string(),
  requested_at: z.string(),
  consent_version: z.string(),
  /** when it is erased unless confirmed; null once it is confirmed */
  confirm_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  came_by: z.string().nullable(),
  series: z.object({ key: z.string(), name: z.string() }),
});

/** The data stored about a subscriber, as they may see it. Times are ISO 8601. */
export type SeriesSubscription = z.output<typeof subscription>;

/** Loads the subscription behind a link; null for an invalid link. */
export async function findSeriesSubscription(
  { database }: AppLoadContext,
  token: string | undefined,
): Promise<SeriesSubscription | null> {
  if (!isToken(token)) return null;
  const answer = await database.call("series_subscription", { p_token_digest: await digestOf(token) });
  const page = z.discriminatedUnion("state", [subscription, z.object({ state: z.literal("nowhere") })]).parse(answer);
  return page.state === "nowhere" ? null : page;
}

/** Confirms a subscription. @returns false if nothing has changed */
export const confirmSeriesSubscription = async ({ database }: AppLoadContext, token: string) =>
  database.call("confirm_series_subscription", { p_token_digest: await digestOf(token) });

/** Unsubscribes and erases; repeated, or with an invalid link, it does nothing. */
export async function leaveSeries({ database }: AppLoadContext, token: string | undefined): Promise<void> {
  if (isToken(token)) await database.call("leave_series", { p_token_digest: await digestOf(token) });
}

/** Erases a subscription by someone else, and prevents such emails to this address. */
export async function refuseSeries({ database, env }: AppLoadContext, token: string, email: string): Promise<void> {
  const keys = { p_token_digest: await digestOf(token), p_refused_key: await mailKey(env, email) };
  await database.call("leave_series", keys);
}
