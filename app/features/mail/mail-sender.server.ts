import type { Env } from "../../platform/env.ts";
import { keyedDigest, keyedDigests, type NetworkKeys } from "../../platform/request/visitor.ts";
import type { Site } from "../../site.ts";
import { cloudflareEmail } from "./cloudflare-email.server.ts";
import type { BulkSender, Sender } from "./mail.ts";
import { resend } from "./resend.server.ts";

/** Who sends our mails by the configuration, and from whom; null where nobody does, and nothing is written or promised. */
export function senderOf(env: Partial<Env>): { sender: Sender; from: string; secrets: string[] } | null {
  const { MAIL_FROM: from, MAIL_SECRET: secrets, MAIL_API_URL: url, MAIL_API_KEY: apiKey, SEND_EMAIL: binding } = env;
  if (!from || !secrets) return null;
  if (url && apiKey) return { sender: resend(url, apiKey), from, secrets };
  return binding ? { sender: cloudflareEmail(binding), from, secrets } : null;
}

/** Whether somebody else keeps the newsletter's addresses and writes its issues. */
export const hasNewsletterProvider = (env: Partial<Env>) => Boolean(env.NEWSLETTER_API_URL && env.NEWSLETTER_API_TOKEN);

/**
 * Who sends the issues of our own newsletter; null where it is off: it needs this sender, the one of single mails, for
 * confirmations, and no provider that has the newsletter.
 */
export function issuesSenderOf(env: Partial<Env>): { sender: BulkSender; from: string } | null {
  const { ISSUES_FROM: from, ISSUES_API_URL: url, ISSUES_API_KEY: apiKey } = env;
  if (!from || !url || !apiKey || !senderOf(env) || hasNewsletterProvider(env)) return null;
  return { sender: resend(url, apiKey), from };
}

/** What issues print as the organization's postal address: what owners entered, else the operator's; null where nobody has. */
export const postalAddressOf = (
  env: Pick<Env, "ISSUES_POSTAL_ADDRESS">,
  { postalAddress }: Pick<Site, "postalAddress">,
) => postalAddress ?? env.ISSUES_POSTAL_ADDRESS ?? null;

/** Stands for an address wherever mails are counted: no address is stored there. */
export function mailKey(env: Env, email: string): Promise<string> {
  return keyedDigest(env.VISITOR_SECRET, counted(email));
}

const counted = (email: string) => `mail:v1:${email.trim().toLowerCase()}`;

/** `mailKey` of many addresses, in their order. */
export const mailKeys = (env: Env, emails: readonly string[]): Promise<string[]> =>
  keyedDigests(env.VISITOR_SECRET, emails.map(counted));

/** `mailKey` where a sender is configured; null tells the database that nobody is to be written to. */
export const mailKeyOfRecipient = async (env: Env, email: string) => (senderOf(env) ? mailKey(env, email) : null);

/**
 * One mailbox, however its address is spelled: what follows a `+` is cut, and Gmail's dots are dropped. For budgets alone,
 * never for who somebody is.
 */
export function mailboxOf(email: string): string {
  const [, local = "", domain = ""] = /^(.*)@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  const name = local.replace(/(?<=.)\+.*$/, "");
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** Stands for somebody's mailbox where budgets are counted. */
export const mailboxKey = (env: Env, email: string) =>
  keyedDigest(env.VISITOR_SECRET, `mailbox:v1:${mailboxOf(email)}`);

interface Spender {
  env: Env;
  networkKeys(): Promise<NetworkKeys | null>;
}

/** Whose budgets a form spends (`p_sender` of the functions that visitors' forms call): of the mailbox and of the network. */
export async function budgetKeys({ env, networkKeys }: Spender, email: string) {
  const [recipient, network] = await Promise.all([mailboxKey(env, email), networkKeys()]);
  return { recipient, ...network };
}
