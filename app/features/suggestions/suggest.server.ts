import type { AppLoadContext } from "@remix-run/cloudflare";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { budgetKeys, mailKeyOfRecipient, senderOf } from "../mail/mail-sender.server.ts";
import type { SuggestionInput } from "./suggestions.schema.ts";

export type SuggestAnswer =
  | { outcome: "kept" | "full" | "unavailable" }
  | { outcome: "in-library"; title: string; tab: string };

/**
 * Stores a visitor's suggestion and enqueues a receipt if there is an address and a sender. A page that was already
 * suggested and is still pending is stored only once; the outcome is `kept` then, too. `in-library`: the library has
 * the page already. `full`: the limit of stored suggestions for today is reached, and nothing was stored.
 */
export async function suggest(
  context: AppLoadContext,
  { kind, title, url, about, day, place, email, nickname2: suspectedSpam }: SuggestionInput,
): Promise<SuggestAnswer> {
  const { env } = context;
  try {
    const [answer] = await context.database.call("suggest", {
      p_kind: kind,
      p_title: title,
      p_url: url,
      p_about: about,
      p_suspected_spam: suspectedSpam,
      p_day: day,
      p_place: place,
      p_email: email,
      p_address_key: email === undefined ? undefined : ((await mailKeyOfRecipient(env, email)) ?? undefined),
      p_sender: email === undefined ? { ...(await context.networkKeys()) } : await budgetKeys(context, email),
    });
    if (!answer) throw new Error("suggest answers one row");
    switch (answer.outcome) {
      case "in-library":
        return { outcome: "in-library", title: answer.title, tab: answer.tab_key };
      case "full":
        return { outcome: "full" };
      case "kept":
      case "already-kept":
        if (email !== undefined && senderOf(env)) context.startPost();
        return { outcome: "kept" };
    }
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { outcome: "unavailable" };
    throw error;
  }
}
