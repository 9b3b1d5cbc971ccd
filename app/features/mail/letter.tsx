import { Children, Fragment, type ReactNode } from "react";
import { renderMarkdown } from "../../platform/text/markdown.ts";
import { markdownAsText } from "../../platform/text/markdown-as-text.ts";
import type { Publisher } from "../../site.ts";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";
import { LetterButton, Lines, letterPage, Paragraph, Signature } from "./letter-parts.tsx";
import type { Letter } from "./mail.ts";

/** A part of an email: a paragraph, or what text and HTML show in different ways. */
export type Block = string | { text: string; html: ReactNode };

interface Link {
  label: string;
  href: string;
}

export const buttonTo = (label: string, href: string): Block => ({
  text: `${label}: ${href}`,
  html: <LetterButton href={href}>{label}</LetterButton>,
});

/** One paragraph; in text, each link is one. @param says follows the last link */
export const linksTo = (links: Link[], says?: string): Block => ({
  text: [...links.map(({ label, href }) => `${label}: ${href}`), ...(says ? [says] : [])].join("\n\n"),
  html: (
    <Paragraph>
      {links.map(({ label, href }, index) => (
        <Fragment key={href}>
          {index > 0 ? " · " : null}
          <a href={href}>{label}</a>
        </Fragment>
      ))}
      {says ? `: ${says}` : null}
    </Paragraph>
  ),
});

/** The first line is strong. */
export const lines = ([first, ...others]: string[]): Block => ({
  text: [first, ...others].join("\n"),
  html: (
    <Paragraph>
      <strong>{first}</strong>
      {others.map((line) => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
    </Paragraph>
  ),
});

/** Markdown that an admin wrote. */
export const written = (markdown: string, origin: string): Block => ({
  text: markdownAsText(markdown, origin),
  html: <RenderedMarkdown html={renderMarkdown(markdown, { breaks: true, origin })} />,
});

/** Text that an admin typed, line by line. */
export const typed = (text: string): Block => ({ text, html: <Lines text={text} /> });

/** Text that a visitor typed. */
export const quote = (text: string): Block => ({
  text: text.replace(/^/gm, "> "),
  html: <Lines text={text} isQuoted />,
});

interface From extends Publisher {
  /** of the organization, in mail to lists */
  postalAddress?: string | null;
  /** what mail clients show beside the subject */
  preview?: string;
}

const htmlOf = (block: Block) => (typeof block === "string" ? <Paragraph>{block}</Paragraph> : block.html);

/** The content of an email as text and HTML, signed by the site. @param blocks null: left out */
export function writeLetter(
  { origin, site, postalAddress, preview }: From,
  subject: string,
  blocks: (Block | null)[],
): Required<Pick<Letter, "subject" | "text" | "html">> {
  const parts = blocks.filter((block) => block !== null);
  const signature = [site.name, origin, ...(postalAddress ? [postalAddress] : [])].join("\n");
  const texts = parts.map((part) => (typeof part === "string" ? part : part.text));
  const html = letterPage({
    title: subject,
    preview,
    children: Children.toArray(parts.map(htmlOf)),
    signature: <Signature origin={origin} site={site} postalAddress={postalAddress} />,
  });
  return { subject, text: `${[...texts, signature].join("\n\n")}\n`, html };
}
