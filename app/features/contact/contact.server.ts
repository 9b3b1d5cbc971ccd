import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { startDelivery } from "../outbox/outbox.server.ts";

interface Message {
  name: string;
  email: string;
  message: string;
  suspectedSpam: boolean;
}

/** Stores a message, and that the organization shall be told where that is configured; the same text from the same address within 24 hours is stored once. */
export async function sendMessage(
  context: AppLoadContext,
  { name, email, message, suspectedSpam }: Message,
): Promise<"sent" | "unavailable"> {
  try {
    await context.database.call("send_message", {
      p_name: name,
      p_email: email,
      p_message: message,
      p_suspected_spam: suspectedSpam,
      p_notify: context.env.NOTIFY_URL !== undefined,
    });
    startDelivery(context);
    return "sent";
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unavailable";
    throw error;
  }
}
