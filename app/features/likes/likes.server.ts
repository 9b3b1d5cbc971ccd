import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Outcome } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { LikeWish } from "./likes.schema.ts";

export type LikeOutcome = Outcome<"set_like"> | "unavailable";

/** Adds or removes a like: of the signed-in person, else of the cookie if there is one, else of the network address. */
export async function setLike(context: AppLoadContext, wish: LikeWish, userId: string | null): Promise<LikeOutcome> {
  const [visitorKey, addressKey, network] = await Promise.all([
    context.visitorKey(),
    context.addressKey(),
    context.networkKeys(),
  ]);
  if (!addressKey) return "unavailable";
  try {
    const outcome = await context.database.call("set_like", {
      p_resource: wish.resource,
      p_intent: wish.intent,
      p_user_id: userId,
      p_visitor_key: visitorKey,
      p_ip_key: addressKey,
      p_network_key: network?.far,
    });
    return outcome;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unavailable";
    throw error;
  }
}
