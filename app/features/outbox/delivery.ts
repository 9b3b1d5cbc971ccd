import { pluralize } from "../../platform/text/pluralize.ts";
import { momentText } from "../../platform/text/site-time.ts";

export interface Delivery {
  id: number;
  attempts: number;
  last_error: string | null;
  next_attempt_at: string;
  delivered_at: string | null;
  failed_at: string | null;
}

export const canRetry = (delivery: Delivery | null) =>
  delivery !== null && !delivery.delivered_at && (delivery.failed_at !== null || delivery.attempts > 0);

export function deliveryText(delivery: Delivery | null): string {
  if (!delivery) return "Nothing to forward";
  const { attempts, last_error: error, delivered_at: delivered, failed_at: failed } = delivery;
  if (delivered) return `Forwarded ${momentText(delivered)}`;
  const tries = pluralize(attempts, "attempt");
  const reason = error ? `: ${error}` : "";
  if (failed) return `Given up after ${tries}${reason}`;
  if (attempts === 0) return "Will be forwarded within a minute";
  return `${tries} so far${reason}; next ${momentText(delivery.next_attempt_at)}`;
}
