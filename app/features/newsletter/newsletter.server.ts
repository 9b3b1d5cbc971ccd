import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { seeOther, unprocessable, withDone } from "../../platform/request/http.ts";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { letterWait } from "../mail/letter-wait.server.ts";
import { budgetKeys, issuesSenderOf, mailKey } from "../mail/mail-sender.server.ts";
import { formsAreFull } from "../mail/mail-words.ts";
import { linkIn } from "../named-links/named-link.schema.ts";
import { newsletterConsent, newsletterSchema } from "./newsletter.schema.ts";
import { genericFailure } from "./provider.server.ts";
import { askProvider } from "./provider-requests.server.ts";

export type SubscribeOutcome =
  | { kind: "subscribed" }
  /** The provider could not be reached; the outbox retries. */
  | { kind: "kept" }
  /** The provider, or this site, waits for the person's confirmation. */
  | { kind: "pending" }
  | { kind: "refused"; message: string }
  /** The provider is asked in its turn. */
  | { kind: "in-turn" }
  /** So much was sent today that nothing more can be stored. */
  | { kind: "full" }
  | { kind: "unreachable" };

/**
 * Subscribes at the configured provider, retrying from the outbox if it cannot be reached, or to our own list, where
 * the address must be confirmed by email if the site sends issues. Suspected spam never reaches the provider.
 * @param page the page that contains the form
 * @param link the name of the link that led there; one that does not exist counts as none
 */
async function subscribe(
  context: AppLoadContext,
  email: string,
  suspectedSpam: boolean,
  page: string,
  link: string | null,
): Promise<SubscribeOutcome> {
  const { NEWSLETTER_API_URL: url, NEWSLETTER_API_TOKEN: token } = context.env;
  if (url && token && !suspectedSpam) {
    const outcome = await askProvider(context, { url, token }, email);
    if (outcome.kind === "unreachable" || outcome.kind === "in-turn")
      return { kind: await keepForProvider(context, email, page, outcome.kind) };
    return outcome.kind === "active" ? { kind: "subscribed" } : outcome;
  }
  const isOwn = issuesSenderOf(context.env) !== null;
  try {
    const outcome = await context.database.call("subscribe", {
      p_email: email,
      p_suspected_spam: suspectedSpam,
      p_consent_version: newsletterConsent.version,
      p_page: page,
      ...(link ? { p_from: link } : {}),
      ...(isOwn ? { p_address_key: await mailKey(context.env, email) } : {}),
      p_sender: await budgetKeys(context, email),
    });
    switch (outcome) {
      case "full":
        return { kind: "full" };
      case "subscribed":
      case "already-subscribed":
        if (isOwn) context.startPost();
        return { kind: isOwn ? "pending" : "subscribed" };
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { kind: "unreachable" };
    throw error;
  }
}

/** Keeps nothing if the database does not respond or the byte budget for what visitors send is used up. */
async function keepForProvider(
  context: AppLoadContext,
  email: string,
  page: string,
  reason: "unreachable" | "in-turn",
): Promise<"kept" | "in-turn" | "full" | "unreachable"> {
  try {
    const outcome = await context.database.call("keep_for_provider", {
      p_email: email,
      p_consent_version: newsletterConsent.version,
      p_page: page,
      p_sender: await budgetKeys(context, email),
      p_in_turn: reason === "in-turn",
    });
    return outcome === "full" ? outcome : reason === "in-turn" ? reason : "kept";
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unreachable";
    throw error;
  }
}

/**
 * Handles the newsletter form of any page; the response time does not reveal who has subscribed.
 * @param path the page that shows the result, at its #newsletter
 */
export async function answerNewsletter(context: AppLoadContext, request: Request, path: string) {
  const submission = parseWithZod(await request.formData(), { schema: newsletterSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { email, nickname2: suspectedSpam } = submission.value;
  const outcome = await withTimeFloor(subscribe(context, email, suspectedSpam, path, linkIn(request)));
  switch (outcome.kind) {
    case "subscribed":
    case "pending":
    case "kept":
    case "in-turn": {
      const wait = outcome.kind === "pending" || outcome.kind === "in-turn" ? await letterWait(context) : 0;
      return seeOther(withDone(`${path}#newsletter`, outcome.kind, wait));
    }
    case "refused":
      return unprocessable(submission.reply({ formErrors: [outcome.message ?? genericFailure] }));
    case "full":
      return unprocessable(submission.reply({ formErrors: [formsAreFull] }), 503);
    case "unreachable":
      return unprocessable(submission.reply({ formErrors: [genericFailure] }), 503);
  }
}

const done = ["subscribed", "pending", "kept", "in-turn"] as const;

export type NewsletterDone = (typeof done)[number] | null;

/** The outcome of the form that was just sent; null if the page was only opened. */
export const newsletterDone = (context: AppLoadContext): NewsletterDone =>
  done.find((word) => word === context.done?.word) ?? null;
