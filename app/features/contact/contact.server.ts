import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { budgetKeys, mailKeyOfRecipient, senderOf } from "../mail/mail-sender.server.ts";
import { startDelivery } from "../outbox/outbox.server.ts";

interface Message {
  name: string;
  email: string;
  message: string;
  suspectedSpam: boolean;
}

/**
 * Stores a message, and owes what is configured: a receipt to its writer, and a notice to the organization by mail and to
 * NOTIFY_URL; the same text from the same address within 24 hours is stored once. `full`: strangers have written as much
 * today as may be stored, and nothing was.
 */
export async function sendMessage(
  context: AppLoadContext,
  { name, email, message, suspectedSpam }: Message,
): Promise<"sent" | "full" | "unavailable"> {
  const { env } = context;
  const hasSender = senderOf(env) !== null;
  try {
    const outcome = await context.database.call("send_message", {
      p_name: name,
      p_email: email,
      p_message: message,
      p_suspected_spam: suspectedSpam,
      p_notify: env.NOTIFY_URL !== undefined,
      p_address_key: await mailKeyOfRecipient(env, email),
      p_mail_notice: hasSender && env.MAIL_REPLY_TO !== undefined,
      p_sender: await budgetKeys(context, email),
    });
    switch (outcome) {
      case "full":
        return "full";
      case "sent":
      case "already-sent":
        startDelivery(context);
        if (hasSender) context.startPost();
        return "sent";
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unavailable";
    throw error;
  }
}
