import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { hasNewsletterProvider } from "../mail/mail-sender.server.ts";
import { deliveryColumns } from "../outbox/deliveries.server.ts";
import type { Delivery } from "../outbox/delivery.ts";

export interface KeptAddress extends Delivery {
  email: string;
}

const most = 20;

/** The oldest addresses that the newsletter provider has not accepted yet, at most 20; none without a provider. */
export async function readKeptAddresses({ env }: AppLoadContext, { database }: Admin) {
  if (!hasNewsletterProvider(env)) return { total: 0, addresses: [] };
  const columns = `${deliveryColumns}, newsletter_subscribers!inner(email)` as const;
  const kept = database.from("outbox").select(columns, { count: "exact" }).eq("kind", "newsletter");
  const answer = await kept.is("delivered_at", null).order("id").limit(most);
  const addresses: KeptAddress[] = rowsOf(answer).map(({ newsletter_subscribers: { email }, ...delivery }) => ({
    ...delivery,
    email,
  }));
  return { total: answer.count ?? 0, addresses };
}
