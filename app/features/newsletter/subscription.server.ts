import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { withDone } from "../../platform/request/http.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { budgetKeys, mailKey } from "../mail/mail-sender.server.ts";
import { newsletterConsent } from "./newsletter.schema.ts";
import { preferencePath } from "./newsletter-link.ts";

const subscription = z.object({
  /** `waiting`: the address is not confirmed yet. */
  state: z.enum(["waiting", "subscribed", "left"]),
  email: z.string(),
  created_at: z.string(),
  requested_at: z.string().nullable(),
  consent_version: z.string().nullable(),
  consent_page: z.string().nullable(),
  imported_from: z.string().nullable(),
  agreed_text: z.string().nullable(),
  /** Until when an unconfirmed subscription is kept; null for no limit. */
  confirm_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  left_at: z.string().nullable(),
  changes: z.array(z.object({ email: z.string(), requested_at: z.string() })),
  mails: z.array(z.object({ purpose: z.string(), state: z.string(), created_at: z.string() })),
});

/** What is stored about a subscriber, as they may see and download it. Times are ISO 8601. */
export type Subscription = z.output<typeof subscription>;

const addressChange = z.object({ state: z.literal("changing"), email: z.string() });

export type AddressChange = z.output<typeof addressChange>;

const newsletterPage = z.discriminatedUnion("state", [
  subscription,
  addressChange,
  z.object({ state: z.literal("nowhere") }),
]);

export type NewsletterPage = Subscription | AddressChange;

/** Returns what a link leads to; null for an unknown link. */
export async function findSubscription(
  { database }: AppLoadContext,
  token: string | undefined,
): Promise<NewsletterPage | null> {
  if (!isToken(token)) return null;
  const answer = await database.call("newsletter_page", { p_token_digest: await digestOf(token) });
  const page = newsletterPage.parse(answer);
  return page.state === "nowhere" ? null : page;
}

const keysOf = async ({ env }: AppLoadContext, token: string, { email }: NewsletterPage) => ({
  p_token_digest: await digestOf(token),
  p_address_key: await mailKey(env, email),
});

/** The outcome of pressing a button; `refused` if the newsletter is permanently stopped for the address. */
export type Pressed = "confirmed" | "changed" | "back" | "refused" | "nowhere";

export async function confirmSubscription(context: AppLoadContext, token: string, page: NewsletterPage) {
  const keys = await keysOf(context, token, page);
  const outcome =
    page.state === "changing"
      ? await context.database.call("confirm_newsletter_address", keys)
      : await context.database.call("confirm_subscription", keys);
  if (outcome === "changed" || outcome === "confirmed") context.startPost();
  return outcome;
}

/** Unsubscribes the holder of this link; does nothing if already unsubscribed or if the link is invalid. */
export async function leaveNewsletter({ database }: AppLoadContext, token: string | undefined): Promise<void> {
  if (isToken(token)) await database.call("leave_newsletter", { p_token_digest: await digestOf(token) });
}

/** Brings back a person who has left: within a day by undoing it, later with a new consent. */
export async function returnToNewsletter(context: AppLoadContext, token: string, page: Subscription) {
  const keys = await keysOf(context, token, page);
  const consent = { p_consent_version: newsletterConsent.version, p_page: "/n" };
  return context.database.call("return_to_newsletter", { ...keys, ...consent });
}

/** Why a subscription is erased; `not-mine` if someone else typed the address, which is then never asked again. */
export type Erasure = "erased" | "not-mine";

/** Erases the subscription. @returns the path of the page that confirms it */
export async function eraseSubscription(context: AppLoadContext, token: string, page: Subscription, reason: Erasure) {
  const keys = await keysOf(context, token, page);
  await context.database.call("erase_subscription", { ...keys, p_is_mine: reason === "erased" });
  return withDone(preferencePath(token), reason);
}

/** What was just erased under this link; null if nothing was. */
export const erasureIn = ({ done }: AppLoadContext): Erasure | null =>
  done?.word === "erased" || done?.word === "not-mine" ? done.word : null;

export async function changeAddress(context: AppLoadContext, token: string, email: string) {
  const p_token_digest = await digestOf(token);
  const p_address_key = await mailKey(context.env, email);
  const p_sender = await budgetKeys(context, email);
  const question = { p_token_digest, p_email: email, p_address_key, p_sender };
  const outcome = await context.database.call("change_newsletter_address", question);
  if (outcome === "asked") context.startPost();
  return outcome;
}
