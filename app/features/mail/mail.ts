import type { MailBinding } from "../../platform/env.ts";

/** A mail to one person. Subject, From and Reply-To are ours. */
export type Mail = Parameters<MailBinding["send"]>[0];

/** What a mail says; who sends it is the configuration's. */
export type Letter = Pick<Mail, "to" | "subject" | "text" | "html">;

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

const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * A mail with our own headers around it.
 * @throws RangeError when something for a header has a line break or another control character in it
 */
export function mailOf({ to, subject, text, html }: Letter, from: string, replyTo?: string): Mail {
  for (const header of [to, subject, from, replyTo ?? ""]) {
    if (lineBreaking.test(header)) throw new RangeError("a header of a mail has one line");
  }
  const headers = { "Auto-Submitted": "auto-generated" };
  return { from, to, ...(replyTo ? { replyTo } : {}), subject, text, html, headers };
}
