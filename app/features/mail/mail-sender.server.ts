import type { Env } from "../../platform/env.ts";
import { keyedDigest, keyedDigests, type NetworkKeys } from "../../platform/request/visitor.ts";
import type { Site } from "../../site.ts";
import { cloudflareEmail } from "./cloudflare-email.server.ts";
import type { BulkSender, Sender } from "./mail.ts";
import { resend } from "./resend.server.ts";

/** The configured sender of our emails and its From address; null if there is none, so that no email is promised. */
export function senderOf(env: Partial<Env>): { sender: Sender; from: string; secrets: string[] } | null {
  const { MAIL_FROM: from, MAIL_SECRET: secrets, MAIL_API_URL: url, MAIL_API_KEY: apiKey, SEND_EMAIL: binding } = env;
  if (!from || !secrets) return null;
  if (url && apiKey) return { sender: resend(url, apiKey), from, secrets };
  return binding ? { sender: cloudflareEmail(binding), from, secrets } : null;
}

/** Whether an external provider keeps the newsletter's addresses and sends its issues. */
export const hasNewsletterProvider = (env: Partial<Env>) => newsletterHost(env) !== null;

/** The host of that provider; null if there is none. */
export const newsletterHost = ({ NEWSLETTER_API_URL: url, NEWSLETTER_API_TOKEN: token }: Partial<Env>) =>
  url && token ? new URL(url).host : null;

/**
 * The sender of the issues of our own newsletter; null if it is off. It needs this sender, the sender of single emails
 * (for confirmations), and no external newsletter provider.
 */
export function issuesSenderOf(env: Partial<Env>): { sender: BulkSender; from: string } | null {
  const { ISSUES_FROM: from, ISSUES_API_URL: url, ISSUES_API_KEY: apiKey } = env;
  if (!from || !url || !apiKey || !senderOf(env) || hasNewsletterProvider(env)) return null;
  return { sender: resend(url, apiKey), from };
}

/** The organization's postal address in issues: the one that owners entered, else the operator's, else null. */
export const postalAddressOf = (
  env: Pick<Env, "ISSUES_POSTAL_ADDRESS">,
  { postalAddress }: Pick<Site, "postalAddress">,
) => postalAddress ?? env.ISSUES_POSTAL_ADDRESS ?? null;

/** The key under which mails to an address are counted, so that no address is stored there. */
export function mailKey(env: Env, email: string): Promise<string> {
  return keyedDigest(env.VISITOR_SECRET, counted(email));
}

const counted = (email: string) => `mail:v1:${email.trim().toLowerCase()}`;

/** `mailKey` of many addresses, in the same order. */
export const mailKeys = (env: Env, emails: readonly string[]): Promise<string[]> =>
  keyedDigests(env.VISITOR_SECRET, emails.map(counted));

/** `mailKey` if a sender is configured; null tells the database to enqueue no email. */
export const mailKeyOfRecipient = async (env: Env, email: string) => (senderOf(env) ? mailKey(env, email) : null);

/** Cuts what follows a `+` and drops Gmail's dots. Only for budgets, never to identify a person. */
function mailboxOf(email: string): string {
  const [, local = "", domain = ""] = /^(.*)@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  const name = local.replace(/(?<=.)\+.*$/, "");
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

export const mailboxKey = (env: Env, email: string) =>
  keyedDigest(env.VISITOR_SECRET, `mailbox:v1:${mailboxOf(email)}`);

interface Spender {
  env: Env;
  networkKeys(): Promise<NetworkKeys | null>;
}

/** The keys of the mailbox's and network's budgets that a visitor's form spends (`p_sender` of the SQL functions). */
export async function budgetKeys({ env, networkKeys }: Spender, email: string) {
  const [recipient, network] = await Promise.all([mailboxKey(env, email), networkKeys()]);
  return { recipient, ...network };
}
