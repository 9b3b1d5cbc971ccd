import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface KeptMail {
  id: string;
  /** the idempotency key of the request, if any */
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
  /** with their content in base64 */
  attachments?: { filename: string; content: string; content_type: string }[];
}

interface Reply {
  status: number;
  body: unknown;
}

/** Paths below the URL of a mailbox: for single emails, and for batches of up to 100. */
export const mailPaths = ["/emails", "/emails/batch"];

export interface Mailbox {
  /** accepted emails, oldest first */
  mails: KeptMail[];
  /** Responds to a request to send emails. @param path one of `mailPaths` */
  take(path: string, method: string, headers: IncomingHttpHeaders, body: unknown): Reply;
  /** Forgets the idempotency keys, as if they had expired. */
  forgetKeys(): void;
}

const dayInMilliseconds = 86_400_000;

const refused = (statusCode: number, name: string, message: string): Reply => ({
  status: statusCode,
  body: { statusCode, name, message },
});

const isWhole = (given: unknown): given is KeptMail => {
  const mail = Object(given) as Partial<KeptMail>;
  const parts = [mail.from, mail.subject, mail.html, mail.text];
  return parts.every((part) => typeof part === "string") && Array.isArray(mail.to) && mail.to.length > 0;
};

/**
 * Imitates Resend's POST /emails and POST /emails/batch (resend.com/docs/api-reference/emails/send-email,
 * …/send-batch-emails, …/dashboard/emails/idempotency-keys): a key that was accepted within 24 hours gets the same
 * response without a second email, or 409 with another payload. "permissive" accepts the complete emails of a batch.
 */
export function createMailbox(apiKey: string): Mailbox {
  const mails: KeptMail[] = [];
  const known = new Map<string, { body: unknown; payload: string; until: number }>();
  const incomplete = refused(422, "missing_required_field", "The request body is missing one or more required fields.");

  function keep(given: KeptMail, key: string | undefined): { id: string } {
    const id = randomUUID();
    mails.push({ ...given, headers: given.headers ?? {}, id, key, at: new Date().toISOString() });
    return { id };
  }

  function takeBatch(given: unknown, key: string | undefined, isPermissive: boolean): Reply {
    if (!Array.isArray(given) || given.length === 0 || given.length > 100)
      return refused(422, "validation_error", "A batch has 1 to 100 emails.");
    const errors = given.flatMap((mail, index) => (isWhole(mail) ? [] : [{ index, message: "Missing field." }]));
    if (errors.length > 0 && !isPermissive) return incomplete;
    const data = given.filter(isWhole).map((mail) => keep(mail, key));
    return { status: 200, body: { data, ...(isPermissive ? { errors } : {}) } };
  }

  return {
    mails,
    take(path, method, headers, body) {
      if (method !== "POST") return refused(405, "method_not_allowed", "Method is not allowed for the requested path.");
      if (headers.authorization !== `Bearer ${apiKey}`) return refused(403, "invalid_api_key", "API key is invalid.");
      const key = headers["idempotency-key"]?.toString();
      const payload = path + JSON.stringify(body);
      const earlier = key ? known.get(key) : undefined;
      if (earlier && earlier.until > Date.now()) {
        return earlier.payload === payload
          ? { status: 200, body: earlier.body }
          : refused(409, "invalid_idempotent_request", "Same idempotency key used with a different request payload.");
      }
      const reply = path.endsWith("/batch")
        ? takeBatch(body, key, headers["x-batch-validation"] === "permissive")
        : isWhole(body)
          ? { status: 200, body: keep(body, key) }
          : incomplete;
      if (key && reply.status === 200)
        known.set(key, { body: reply.body, payload, until: Date.now() + dayInMilliseconds });
      return reply;
    },
    forgetKeys: () => known.clear(),
  };
}
