import { type OutsideAnswer, postJson } from "../../platform/outside.server.ts";
import type { Attachment, Sender, Verdict } from "./mail.ts";

/** Resend, or whoever speaks its protocol (resend.com/docs/api-reference/emails/send-email). Keeps keys for 24 hours. */
export function resend(url: string, apiKey: string): Sender {
  return {
    keySeconds: 24 * 60 * 60,
    async send({ replyTo, attachments, ...mail }, key) {
      const answer = await postJson({
        url,
        headers: { Authorization: `Bearer ${apiKey}`, "Idempotency-Key": key },
        body: {
          ...mail,
          to: [mail.to],
          ...(replyTo ? { reply_to: replyTo } : {}),
          ...(attachments ? { attachments: attachments.map(attachmentOf) } : {}),
        },
      });
      return verdictOf(answer);
    },
  };
}

const attachmentOf = ({ filename, content, type }: Attachment) => ({ filename, content, content_type: type });

/** Answers that the organization can make better: an unknown API key, a domain that is not verified. */
const ours = [401, 403];

/** What an answer means for the mail. */
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
  // Another request with this key is under way, or came through.
  if (status === 409 || status === 408 || status >= 500) return { outcome: "unknown", reason };
  if (status === 429 || ours.includes(status)) return { outcome: "later", reason, wait };
  return { outcome: "refused", reason };
}

/** The name of an error; its message may repeat the address. */
function nameOf(body: unknown): string {
  const name = textOf(body, "name") ?? "";
  return /^[a-z_]{1,60}$/.test(name) ? name : "";
}

function textOf(body: unknown, field: string): string | null {
  const value = (body as Record<string, unknown> | null)?.[field];
  return typeof value === "string" && value !== "" ? value : null;
}
