import type { MailBinding } from "../../platform/env.ts";
import { withoutDirections } from "../../platform/text/directions.ts";

export type Mail = Parameters<MailBinding["send"]>[0];

export type Attachment = NonNullable<Mail["attachments"]>[number];

/**
 * The content of an email; its sender comes from the configuration. No header contains anything that a visitor typed,
 * except the Reply-To of a notice to the organization.
 */
export type Letter = Pick<Mail, "to" | "subject" | "text" | "html"> &
  Partial<Pick<Mail, "replyTo" | "headers" | "attachments">>;

export type Verdict =
  | { outcome: "accepted"; id: string }
  | { outcome: "refused"; reason: string }
  /** certainly not accepted; `wait` in seconds, 0 if the provider gives none */
  | { outcome: "later"; reason: string; wait: number }
  | { outcome: "unknown"; reason: string };

export interface Sender {
  /** for how many seconds the provider recognizes a key; 0 for a provider without keys */
  keySeconds: number;
  /** Sends one mail. Never throws. @param key idempotency key, the same each time the same mail is sent */
  send(mail: Mail, key: string): Promise<Verdict>;
}

/** `post@example.org` from `Name <post@example.org>` or from a plain address. */
export const addressIn = (sender: string) => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
export type BatchVerdict =
  /** `results` has one entry per mail, in the same order */
  { outcome: "answered"; results: ({ id: string } | { reason: string })[] } | Exclude<Verdict, { outcome: "accepted" }>;

export interface BulkSender extends Sender {
  /** Sends up to 100 mails in one request. Never throws. @param key the same for the same mails in the same order */
  sendBatch(mails: Mail[], key: string): Promise<BatchVerdict>;
}

const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Headers whose unsubscribe link of one click stands beside an address, for mail programs that know no other way (RFC
 * 2369). @param inbox what the organization reads, if it reads any: a person unsubscribes whoever writes there
 */
export function withUnsubscribeAddress(headers: Record<string, string>, inbox?: string): Record<string, string> {
  const link = headers["List-Unsubscribe"];
  if (!inbox || !link || !headers["List-Unsubscribe-Post"]) return headers;
  const to = encodeURIComponent(addressIn(inbox)).replace("%40", "@");
  const subject = encodeURIComponent(`Unsubscribe from ${headers["List-Id"]?.slice(1, -1)}`);
  return { ...headers, "List-Unsubscribe": `${link}, <mailto:${to}?subject=${subject}>` };
}

/**
 * An email with our own headers, without the direction marks by which a visitor's name could reverse lines of text.
 * @throws RangeError if a header value contains a line break or another control character
 */
export function mailOf(letter: Letter, from: string, configuredReplyTo?: string): Mail {
  const replyTo = letter.replyTo ?? configuredReplyTo;
  const headers = withUnsubscribeAddress({ "Auto-Submitted": "auto-generated", ...letter.headers }, configuredReplyTo);
  assertOneLine([letter.to, letter.subject, from, replyTo ?? "", ...Object.values(headers)]);
  const said = {
    subject: withoutDirections(letter.subject),
    text: withoutDirections(letter.text ?? ""),
    html: withoutDirections(letter.html ?? ""),
  };
  return { ...letter, ...said, from, ...(replyTo ? { replyTo } : {}), headers };
}

/** @throws RangeError if a header value contains a line break or another control character */
export function assertOneLine(headers: string[]): void {
  if (headers.some((header) => lineBreaking.test(header))) throw new RangeError("a header of a mail has one line");
}
