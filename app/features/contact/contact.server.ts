import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { budgetKeys, mailKeyOfRecipient, senderOf } from "../mail/mail-sender.server.ts";
import { startDelivery } from "../outbox/outbox.server.ts";
import { messageNumber } from "./message-number.ts";

interface Message {
  name: string;
  email: string;
  message: string;
  suspectedSpam: boolean;
}

/**
 * Stores a message and enqueues what is configured: a receipt to its writer, and notices to the organization by email
 * and to NOTIFY_URL. The same text from the same address within 24 hours is stored once. `full` means that today's
 * limit for messages is used up, and nothing was stored.
 * @returns with `sent`, the number of the message as people see it: "HB-3F7K"
 */
export async function sendMessage(
  context: AppLoadContext,
  { name, email, message, suspectedSpam }: Message,
): Promise<{ outcome: "sent"; number: string } | { outcome: "full" | "unavailable" }> {
  const { env } = context;
  const hasSender = senderOf(env) !== null;
  try {
    const [answer] = await context.database.call("send_message", {
      p_name: name,
      p_email: email,
      p_message: message,
      p_suspected_spam: suspectedSpam,
      p_notify: env.NOTIFY_URL !== undefined,
      p_address_key: await mailKeyOfRecipient(env, email),
      p_mail_notice: hasSender && env.MAIL_REPLY_TO !== undefined,
      p_sender: await budgetKeys(context, email),
    });
    if (!answer) throw new Error("send_message answers one row");
    switch (answer.outcome) {
      case "full":
        return { outcome: "full" };
      case "sent":
      case "already-sent":
        startDelivery(context);
        if (hasSender) context.startPost();
        return { outcome: "sent", number: messageNumber(answer.number) };
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { outcome: "unavailable" };
    throw error;
  }
}
