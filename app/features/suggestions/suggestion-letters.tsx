import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { letterPage, Paragraph, Signature } from "../mail/letter-parts.tsx";
import type { Letter } from "../mail/mail.ts";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { type SuggestionKind, suggestionKinds } from "./suggestions.schema.ts";

const receiptContent = z.object({
  email: z.string(),
  kind: z.enum(suggestionKinds),
  /** ISO 8601 */
  sent: z.string(),
});

const what: Record<SuggestionKind, string> = { resource: "something for our library", event: "an event" };

/**
 * Composes the receipt for a suggestion. It repeats nothing the visitor typed except the address, which may not be
 * theirs.
 */
export async function composeSuggestionReceipt({ content, origin, site }: LetterContent): Promise<{ letter: Letter }> {
  const { email, kind, sent } = receiptContent.parse(content);
  const title = "We have your suggestion";
  const sentences = [
    `${greeting},`,
    `Someone used this address to suggest ${what[kind]} to us on ${momentText(sent)}.`,
    "We look at every suggestion, but cannot promise to publish it or to answer.",
    "If it was not you, someone may have typed your address by mistake. You do not have to do anything.",
  ];
  const text = `${[...sentences, `${site.name}\n${origin}`].join("\n\n")}\n`;
  const html = letterPage({
    title,
    children: sentences.map((sentence) => <Paragraph key={sentence}>{sentence}</Paragraph>),
    signature: <Signature origin={origin} site={site} />,
  });
  return { letter: { to: email, subject: title, text, html } };
}

export const suggestionLetters = { "suggestion-receipt": composeSuggestionReceipt } satisfies Composers;
