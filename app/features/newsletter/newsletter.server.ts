import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { seeOther, unprocessable, withDone } from "../../platform/request/http.ts";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { budgetKeys, issuesSenderOf, mailKey } from "../mail/mail-sender.server.ts";
import { tooManyMails } from "../mail/mail-words.ts";
import { newsletterConsent, newsletterSchema } from "./newsletter.schema.ts";
import { genericFailure } from "./provider.server.ts";
import { askProvider } from "./provider-requests.server.ts";

export type SubscribeOutcome =
  | { kind: "subscribed" }
  /** the provider could not be reached; the outbox tries again */
  | { kind: "kept" }
  /** the provider waits for the person's confirmation, or we do */
  | { kind: "pending" }
  | { kind: "refused"; message: string }
  /** too much was asked for from this network, or on the site */
  | { kind: "not-now" }
  | { kind: "unreachable" };

/**
 * Subscribes at the configured provider, which the outbox asks again where it cannot be reached, or in our own list, whose owner gets a mail to confirm where somebody sends
 * issues; suspected spam never reaches the provider.
 * @param page where the form is
 */
export async function subscribe(
  context: AppLoadContext,
  email: string,
  suspectedSpam: boolean,
  page: string,
): Promise<SubscribeOutcome> {
  const { NEWSLETTER_API_URL: url, NEWSLETTER_API_TOKEN: token } = context.env;
  if (url && token && !suspectedSpam) {
    const outcome = await askProvider(context, { url, token }, email);
    if (outcome.kind === "unreachable") return { kind: await keepForProvider(context, email, page) };
    return outcome.kind === "active" ? { kind: "subscribed" } : outcome;
  }
  const isOwn = issuesSenderOf(context.env) !== null;
  try {
    const outcome = await context.database.call("subscribe", {
      p_email: email,
      p_suspected_spam: suspectedSpam,
      p_consent_version: newsletterConsent.version,
      p_page: page,
      ...(isOwn ? { p_address_key: await mailKey(context.env, email) } : {}),
      p_sender: await budgetKeys(context, email),
    });
    switch (outcome) {
      case "full":
        return { kind: "unreachable" };
      case "not-now":
        return { kind: "not-now" };
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

/** Nothing is kept where the database does not answer, or holds enough of strangers. */
async function keepForProvider(context: AppLoadContext, email: string, page: string): Promise<"kept" | "unreachable"> {
  try {
    const outcome = await context.database.call("keep_for_provider", {
      p_email: email,
      p_consent_version: newsletterConsent.version,
      p_page: page,
      p_sender: await budgetKeys(context, email),
    });
    return outcome === "kept" ? "kept" : "unreachable";
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unreachable";
    throw error;
  }
}

/** Answers the newsletter form of any page; its time does not say who has subscribed. @param path the page that shows the result, at its #newsletter */
export async function answerNewsletter(context: AppLoadContext, form: FormData, path: string) {
  const submission = parseWithZod(form, { schema: newsletterSchema });
  if (submission.status !== "success") return unprocessable(submission.reply());
  const { email, nickname2: suspectedSpam } = submission.value;
  const outcome = await withTimeFloor(subscribe(context, email, suspectedSpam, path));
  switch (outcome.kind) {
    case "subscribed":
    case "pending":
    case "kept":
      return seeOther(withDone(`${path}#newsletter`, outcome.kind));
    case "refused":
      return unprocessable(submission.reply({ formErrors: [outcome.message ?? genericFailure] }));
    case "not-now":
      return unprocessable(submission.reply({ formErrors: [tooManyMails] }), 429);
    case "unreachable":
      return unprocessable(submission.reply({ formErrors: [genericFailure] }), 503);
  }
}

const done = ["subscribed", "pending", "kept"] as const;

export type NewsletterDone = (typeof done)[number] | null;

/** What the form has just come to; null for who has only opened the page. */
export const newsletterDone = (context: AppLoadContext): NewsletterDone =>
  done.find((word) => word === context.done?.word) ?? null;
