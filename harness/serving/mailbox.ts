import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface KeptMail {
  id: string;
  /** of the request; undefined where it came without one */
  key: string | undefined;
  /** ISO 8601 */
  at: string;
  from: string;
  to: string[];
  reply_to?: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

interface Reply {
  status: number;
  body: unknown;
}

export interface Mailbox {
  /** what was accepted, the oldest first */
  mails: KeptMail[];
  /** Answers a request to send a mail. */
  take(method: string, headers: IncomingHttpHeaders, body: unknown): Reply;
  /** As if the time were over for which keys are remembered. */
  forgetKeys(): void;
}

const dayInMilliseconds = 86_400_000;

const refused = (statusCode: number, name: string, message: string): Reply => ({
  status: statusCode,
  body: { statusCode, name, message },
});

/**
 * What Resend does with POST /emails (resend.com/docs/api-reference/emails/send-email, …/dashboard/emails/idempotency-keys):
 * a key that was accepted within 24 hours gives the same answer and no second mail, and with another payload 409.
 */
export function createMailbox(apiKey: string): Mailbox {
  const mails: KeptMail[] = [];
  const known = new Map<string, { id: string; payload: string; until: number }>();
  return {
    mails,
    take(method, headers, body) {
      if (method !== "POST") return refused(405, "method_not_allowed", "Method is not allowed for the requested path.");
      if (headers.authorization !== `Bearer ${apiKey}`) return refused(403, "invalid_api_key", "API key is invalid.");
      const given = (body ?? {}) as Partial<KeptMail>;
      const isWhole = [given.from, given.subject, given.html, given.text].every((part) => typeof part === "string");
      if (!isWhole || !Array.isArray(given.to) || given.to.length === 0)
        return refused(422, "missing_required_field", "The request body is missing one or more required fields.");
      const key = headers["idempotency-key"]?.toString();
      const payload = JSON.stringify(body);
      const earlier = key ? known.get(key) : undefined;
      if (earlier && earlier.until > Date.now()) {
        return earlier.payload === payload
          ? { status: 200, body: { id: earlier.id } }
          : refused(409, "invalid_idempotent_request", "Same idempotency key used with a different request payload.");
      }
      const id = randomUUID();
      if (key) known.set(key, { id, payload, until: Date.now() + dayInMilliseconds });
      mails.push({ ...(given as KeptMail), headers: given.headers ?? {}, id, key, at: new Date().toISOString() });
      return { status: 200, body: { id } };
    },
    forgetKeys: () => known.clear(),
  };
}
