import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { writeLetter } from "../mail/letter.tsx";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { type SuggestionKind, suggestionKinds } from "./suggestions.schema.ts";

const receiptContent = z.object({
  email: z.string(),
  kind: z.enum(suggestionKinds),
  /** ISO 8601 */
  sent: z.string(),
});

const what: Record<SuggestionKind, string> = { resource: "something for our library", event: "an event" };

/** Repeats nothing that the visitor typed except the address, which may not be theirs. */
export async function composeSuggestionReceipt({ content, origin, site }: LetterContent) {
  const { email, kind, sent } = receiptContent.parse(content);
  const letter = writeLetter({ origin, site }, "We have your suggestion", [
    `${greeting},`,
    `Someone used this address to suggest ${what[kind]} to us on ${momentText(sent)}.`,
    "We look at every suggestion, but cannot promise to publish it or to answer.",
    "If it was not you, someone may have typed your address by mistake. You do not have to do anything.",
  ]);
  return { letter: { to: email, ...letter } };
}

export const suggestionLetters = { "suggestion-receipt": composeSuggestionReceipt } satisfies Composers;
