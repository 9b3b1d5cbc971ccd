import { type OutsideAnswer, postJson } from "../../platform/outside.server.ts";
import type { Attachment, BatchVerdict, BulkSender, Mail, Verdict } from "./mail.ts";

/**
 * Resend, or another provider with the same API (resend.com/docs/api-reference/emails/send-email and
 * …/send-batch-emails, whose URL is that of single mails plus `/batch`). It keeps idempotency keys for 24 hours.
 */
export function resend(url: string, apiKey: string): BulkSender {
  const post = (at: string, key: string, body: unknown, more: Record<string, string> = {}) =>
    postJson({ url: at, headers: { Authorization: `Bearer ${apiKey}`, "Idempotency-Key": key, ...more }, body });
  return {
    keySeconds: 24 * 60 * 60,
    async send(mail, key) {
      return verdictOf(await post(url, key, bodyOf(mail)));
    },
    async sendBatch(mails, key) {
      // One rejected address does not affect the other mails.
      const permissive = { "x-batch-validation": "permissive" };
      return batchVerdictOf(await post(`${url}/batch`, key, mails.map(bodyOf), permissive), mails.length);
    },
  };
}

const bodyOf = ({ replyTo, attachments, ...mail }: Mail) => ({
  ...mail,
  to: [mail.to],
  ...(replyTo ? { reply_to: replyTo } : {}),
  ...(attachments ? { attachments: attachments.map(attachmentOf) } : {}),
});

const attachmentOf = ({ filename, content, type }: Attachment) => ({ filename, content, content_type: type });

/** Statuses whose cause the organization can fix: an unknown API key, an unverified domain. */
const ours = [401, 403];

export function verdictOf(answer: OutsideAnswer | null): Verdict {
  if (!answer) return { outcome: "unknown", reason: "no answer" };
  const { status, body, wait } = answer;
  const reason = ["status", status, nameOf(body)].filter(Boolean).join(" ");
  if (status < 300) {
    const id = textOf(body, "id");
    return id && id.length <= 200
      ? { outcome: "accepted", id }
      : { outcome: "unknown", reason: `${reason} without an id` };
  }
  // Another request with this key is in progress or has succeeded.
  if (status === 409 || status === 408 || status >= 500) return { outcome: "unknown", reason };
  if (status === 429 || ours.includes(status)) return { outcome: "later", reason, wait };
  return { outcome: "refused", reason };
}

/** The outcome for a batch, from the response: the ids of accepted mails, in order, and which mails were refused. */
export function batchVerdictOf(answer: OutsideAnswer | null, count: number): BatchVerdict {
  const { data, errors = [] } = (answer?.body ?? {}) as { data?: unknown; errors?: unknown };
  if (!answer || answer.status >= 300) {
    const verdict = verdictOf(answer);
    return verdict.outcome === "accepted" ? { outcome: "unknown", reason: "no answer" } : verdict;
  }
  const ids = Array.isArray(data) ? data.map((each) => textOf(each, "id")) : [];
  const refused = new Set(
    Array.isArray(errors) ? errors.map((each) => (each as { index?: unknown } | null)?.index) : [],
  );
  const isWhole =
    ids.every((id) => id !== null && id.length <= 200) &&
    [...refused].every((index) => Number.isInteger(index) && (index as number) >= 0 && (index as number) < count) &&
    ids.length + refused.size === count;
  if (!isWhole) return { outcome: "unknown", reason: `status ${answer.status} without an id for each mail` };
  const next = ids.values();
  const results = Array.from({ length: count }, (_, index) =>
    refused.has(index) ? { reason: "invalid for the provider" } : { id: next.next().value as string },
  );
  return { outcome: "answered", results };
}

/** The name of an error; not its message, which may repeat the address. */
function nameOf(body: unknown): string {
  const name = textOf(body, "name") ?? "";
  return /^[a-z_]{1,60}$/.test(name) ? name : "";
}

function textOf(body: unknown, field: string): string | null {
  const value = (body as Record<string, unknown> | null)?.[field];
  return typeof value === "string" && value !== "" ? value : null;
}
