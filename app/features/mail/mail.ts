import type { MailBinding } from "../../platform/env.ts";
import { withoutDirections } from "../../platform/text/directions.ts";

/** A mail to one person. */
export type Mail = Parameters<MailBinding["send"]>[0];

export type Attachment = NonNullable<Mail["attachments"]>[number];

/**
 * What a mail says; who sends it is the configuration's. Headers are ours alone, but for the Reply-To of a notice to the
 * organization: nothing else that a visitor typed stands in one.
 */
export type Letter = Pick<Mail, "to" | "subject" | "text" | "html"> &
  Partial<Pick<Mail, "replyTo" | "headers" | "attachments">>;

/** What a provider made of a mail. */
export type Verdict =
  | { outcome: "accepted"; id: string }
  /** refused for good */
  | { outcome: "refused"; reason: string }
  /** surely not accepted; `wait` in seconds, 0 where the provider says nothing */
  | { outcome: "later"; reason: string; wait: number }
  /** nobody can tell whether it was accepted */
  | { outcome: "unknown"; reason: string };

export interface Sender {
  /** for how many seconds the provider knows a key again; 0 for one that has no keys */
  keySeconds: number;
  /** Sends one mail. Never throws. @param key the same for the same mail, however often it is sent */
  send(mail: Mail, key: string): Promise<Verdict>;
}

/** `post@example.org` of `Name <post@example.org>`, or of the address alone. */
export const addressIn = (sender: string) => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
/** What a provider made of mails that it got in one request. */
export type BatchVerdict =
  /** for each mail, in their order */
  { outcome: "answered"; results: ({ id: string } | { reason: string })[] } | Exclude<Verdict, { outcome: "accepted" }>;

/** Takes bulk mail too. */
export interface BulkSender extends Sender {
  /** Sends up to 100 mails in one request. Never throws. @param key the same for the same mails in the same order */
  sendBatch(mails: Mail[], key: string): Promise<BatchVerdict>;
}

const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * A mail with our own headers around it, without the marks of direction that a visitor's name could turn lines around with.
 * @throws RangeError when something for a header has a line break or another control character in it
 */
export function mailOf(letter: Letter, from: string, configuredReplyTo?: string): Mail {
  const replyTo = letter.replyTo ?? configuredReplyTo;
  const headers = { "Auto-Submitted": "auto-generated", ...letter.headers };
  assertOneLine([letter.to, letter.subject, from, replyTo ?? "", ...Object.values(headers)]);
  const said = {
    subject: withoutDirections(letter.subject),
    text: withoutDirections(letter.text ?? ""),
    html: withoutDirections(letter.html ?? ""),
  };
  return { ...letter, ...said, from, ...(replyTo ? { replyTo } : {}), headers };
}

/** @throws RangeError when something for a header has a line break or another control character in it */
export function assertOneLine(headers: string[]): void {
  if (headers.some((header) => lineBreaking.test(header))) throw new RangeError("a header of a mail has one line");
}
