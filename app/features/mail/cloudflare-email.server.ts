import type { MailBinding } from "../../platform/env.ts";
import type { Sender, Verdict } from "./mail.ts";

/** Milliseconds, as for other external services. */
const timeout = 4000;

/**
 * Cloudflare's binding `SEND_EMAIL` (developers.cloudflare.com/email-service), for single emails only. It has no
 * idempotency keys, so an email without a response is not sent again automatically.
 */
export function cloudflareEmail(binding: MailBinding): Sender {
  return {
    keySeconds: 0,
    async send(mail) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<Verdict>((done) => {
        timer = setTimeout(() => done({ outcome: "unknown", reason: "no answer" }), timeout);
      });
      const answered = binding.send(mail).then(accepted, verdictOfError);
      return Promise.race([answered, late]).finally(() => clearTimeout(timer));
    },
  };
}

const accepted = (answer: { messageId: string } | undefined): Verdict =>
  answer?.messageId
    ? { outcome: "accepted", id: answer.messageId.slice(0, 200) }
    : { outcome: "unknown", reason: "no message id" };

/** Every refusal has a code; without one, the outcome of the mail is unknown. */
function verdictOfError(error: unknown): Verdict {
  const code = (error as { code?: unknown } | null)?.code;
  const reason = typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? code : "";
  if (!reason || /INTERNAL|TIMEOUT|DELIVERY_FAILED/.test(reason)) {
    return { outcome: "unknown", reason: reason || "no answer" };
  }
  const passes = /LIMIT|THROTTL|SENDER_NOT_VERIFIED|SENDER_DOMAIN/.test(reason);
  return passes ? { outcome: "later", reason, wait: 0 } : { outcome: "refused", reason };
}
