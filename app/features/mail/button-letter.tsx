import type { ReactNode } from "react";
import { renderMarkdown } from "../../platform/text/markdown.ts";
import { markdownAsText } from "../../platform/text/markdown-as-text.ts";
import type { Publisher } from "../../site.ts";
import { RenderedMarkdown } from "../../ui/rendered-markdown.tsx";
import { LetterButton, letterPage, Paragraph, Signature } from "./letter-parts.tsx";
import type { Letter } from "./mail.ts";

interface ButtonLetter extends Publisher {
  to: string;
  subject: string;
  before: string[];
  words?: string | null;
  link: { label: string; href: string };
  after: string[];
  /** a link below them to where the recipient ends what this is about */
  wayOut?: { label: string; href: string };
}

export function buttonLetter({ origin, site, to, subject, before, words, link, after, wayOut }: ButtonLetter): Letter {
  const lineOf = ({ label, href }: { label: string; href: string }) => `${label}: ${href}`;
  const last = wayOut ? [lineOf(wayOut)] : [];
  const written = words ? [markdownAsText(words, origin)] : [];
  const text = [...before, ...written, lineOf(link), ...after, ...last, `${site.name}\n${origin}`].join("\n\n");
  const paragraphs = (texts: string[]): ReactNode => texts.map((each) => <Paragraph key={each}>{each}</Paragraph>);
  const html = letterPage({
    title: subject,
    children: (
      <>
        {paragraphs(before)}
        {words ? <RenderedMarkdown html={renderMarkdown(words, { breaks: true, origin })} /> : null}
        <LetterButton href={link.href}>{link.label}</LetterButton>
        {paragraphs(after)}
        {wayOut ? (
          <Paragraph>
            <a href={wayOut.href}>{wayOut.label}</a>
          </Paragraph>
        ) : null}
      </>
    ),
    signature: <Signature origin={origin} site={site} />,
  });
  return { to, subject, text: `${text}\n`, html };
}
