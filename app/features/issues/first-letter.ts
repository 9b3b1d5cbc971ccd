import { z } from "zod";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { newsletterToken } from "../newsletter/newsletter-link.ts";
import { eventInIssueRow, latestNews } from "./issue-draft.ts";
import { letterToReader } from "./issue-letter.tsx";

const firstContent = z.object({
  id: z.string(),
  email: z.string(),
  link_generation: z.number(),
  /** the next event; null if none is announced */
  event: eventInIssueRow.nullable(),
  /** the latest one that was sent; null before the first */
  issue: z.object({ slug: z.string(), subject: z.string() }).nullable(),
});

export async function composeFirstLetter({ content, origin, site, secret, postalAddress }: LetterContent) {
  const { id, email, link_generation: generation, event, issue } = firstContent.parse(content);
  const token = await newsletterToken(secret, id, generation);
  const markdown = [site.firstLetter, ...latestNews(event, issue)].join("\n\n");
  const subject = `Welcome to the newsletter of the ${site.name}`;
  return {
    letter: { to: email, ...letterToReader({ subject, markdown }, { origin, site, postalAddress }, token) },
    token,
  };
}

export const readerLetters = { "newsletter-first": composeFirstLetter } satisfies Composers;
