import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import type { Delivery } from "./delivery.ts";
import { startDelivery } from "./outbox.server.ts";

export const deliveryColumns = "id, attempts, last_error, next_attempt_at, delivered_at, failed_at";

/** The notice to the organization that failed and has not arrived; null if there is none or none are sent. */
export async function findFailingNotice({ env }: AppLoadContext, { database }: Admin): Promise<Delivery | null> {
  if (!env.NOTIFY_URL) return null;
  const rows = database.from("outbox").select(deliveryColumns).eq("kind", "notice").is("delivered_at", null);
  return rowsOf(await rows.not("last_error", "is", null).limit(1))[0] ?? null;
}

/** Makes a delivery due now. @returns false if there is nothing left to deliver */
export async function retryDelivery(context: AppLoadContext, { database }: Admin, id: number): Promise<boolean> {
  const isDue = rowsOf(await database.rpc("retry_outbox", { p_id: id }));
  startDelivery(context);
  return isDue;
}
