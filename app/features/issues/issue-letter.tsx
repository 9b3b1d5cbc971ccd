import { z } from "zod";
import type { Publisher } from "../../site.ts";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";
import { letterAsText, renderLetter } from "../articles/article-markdown.ts";
import { linksTo, writeLetter } from "../mail/letter.tsx";
import { assertOneLine, type Mail, withUnsubscribeAddress } from "../mail/mail.ts";
import { oneClickPath, preferencePath } from "../newsletter/newsletter-link.ts";
import { pathOfIssue } from "./issue.ts";

export interface WrittenIssue {
  slug: string;
  subject: string;
  preview_text: string;
  markdown: string;
}

/** An email to all readers of an issue. Stored as JSON with the issue; each reader's email is made only from it. */
export const issueLetter = z.object({
  from: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string()),
  /** replaced by the reader's token; random, so that nothing in the text looks like it */
  placeholder: z.string(),
});

export type IssueLetter = z.output<typeof issueLetter>;

interface SentBy extends Publisher {
  from: string;
  replyTo?: string;
  /** the organization's; bulk email must print it, so without one the issue can only be previewed */
  postalAddress: string | null;
}

/** Lines of code wrap, or one of them makes the whole email wider than a phone. */
const wrappedPre = '<pre style="white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word">';

/** A table with more words than a phone has room for scrolls: broken to fit, its columns had one letter a line. */
const scrolled = (html: string) =>
  html
    .replaceAll("<table ", '<div style="margin:0 0 16px;overflow-x:auto"><table ')
    .replaceAll("</table>", "</table></div>");

/** Gmail cuts off what is beyond about this many bytes of HTML, with the link to unsubscribe. */
const longestLetter = 100_000;

/** The bytes of a letter's HTML if mail programs may cut it off, else null. */
export function excessOf({ html }: Pick<IssueLetter, "html">): number | null {
  const bytes = new TextEncoder().encode(html).length;
  return bytes > longestLetter ? bytes : null;
}

/** 32 letters and digits, as in a token. */
const newPlaceholder = () => crypto.randomUUID().replaceAll("-", "");

/**
 * Composes the email of an issue once for all readers. Its links are as written, those to own pages with the origin,
 * and its pictures have one URL for all.
 * `Auto-Submitted` is left out: a person wrote it, and automatic responders ignore lists (RFC 3834, 2 and 5).
 * @throws RangeError if the value of a header contains a line break
 */
export function composeIssue(
  issue: WrittenIssue,
  { origin, site, from, replyTo, postalAddress }: SentBy,
  placeholder = newPlaceholder(),
): IssueLetter {
  const written = { ...issue, preview: issue.preview_text, path: pathOfIssue(issue) };
  const letter = letterToReader(written, { origin, site, postalAddress }, placeholder);
  const headers = withUnsubscribeAddress(letter.headers, replyTo);
  assertOneLine([letter.subject, from, replyTo ?? "", ...Object.values(headers)]);
  return { from, ...(replyTo ? { replyTo } : {}), ...letter, headers, placeholder };
}

interface Written {
  subject: string;
  markdown: string;
  preview?: string;
  /** where it is on the web */
  path?: string;
}

export function letterToReader(
  { subject, markdown, preview, path = "" }: Written,
  { origin, site, postalAddress }: Publisher & { postalAddress?: string | null },
  token: string,
) {
  const page = origin + preferencePath(token);
  const html = scrolled(renderLetter(markdown, { origin, path }).replaceAll("<pre>", wrappedPre));
  const letter = writeLetter({ origin, site, postalAddress, preview }, subject, [
    { text: subject, html: null },
    { text: letterAsText(markdown, { origin, path }), html: <RenderedMarkdown html={html} /> },
    { text: "---", html: <hr /> },
    `You get this email because you confirmed this address for our newsletter at ${origin}.`,
    linksTo([
      { label: "Unsubscribe, or change your email address", href: page },
      ...(path ? [{ label: "Read it on the web", href: origin + path }] : []),
    ]),
  ]);
  const headers = {
    "List-Id": `<newsletter.${new URL(origin).hostname}>`,
    "List-Unsubscribe": `<${origin}${oneClickPath(token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { ...letter, headers };
}

export function issueMail(letter: IssueLetter, { email, token }: { email: string; token: string }): Mail {
  const { from, replyTo, subject, headers, placeholder } = letter;
  const own = (part: string) => part.replaceAll(placeholder, token);
  return {
    from,
    to: email,
    ...(replyTo ? { replyTo } : {}),
    subject,
    text: own(letter.text),
    html: own(letter.html),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, own(value)])),
  };
}
