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
  /** their content as base64 */
  attachments?: { filename: string; content: string; content_type: string }[];
}

interface Reply {
  status: number;
  body: unknown;
}

/** Paths below the address of a mailbox: for single mails, and for up to 100. */
export const mailPaths = ["/emails", "/emails/batch"];

export interface Mailbox {
  /** what was accepted, the oldest first */
  mails: KeptMail[];
  /** Answers a request to send mails. @param path one of `mailPaths` */
  take(path: string, method: string, headers: IncomingHttpHeaders, body: unknown): Reply;
  /** As if the time were over for which keys are remembered. */
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
 * What Resend does with POST /emails and POST /emails/batch (resend.com/docs/api-reference/emails/send-email,
 * …/send-batch-emails, …/dashboard/emails/idempotency-keys): a key that was accepted within 24 hours gives the same answer and
 * no second mail, and with another payload 409. Of a batch, "permissive" takes the mails that are whole.
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
