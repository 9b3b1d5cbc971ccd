import type { ReactNode } from "react";
import type { Publisher } from "../../site.ts";
import { LetterButton, letterPage, Paragraph, Signature } from "./letter-parts.tsx";
import type { Letter } from "./mail.ts";

interface ButtonLetter extends Publisher {
  to: string;
  subject: string;
  before: string[];
  link: { label: string; href: string };
  after: string[];
  /** a link below them to where the recipient ends what this is about */
  wayOut?: { label: string; href: string };
}

/** An email with one link in the middle, shown as a button. */
export function buttonLetter({ origin, site, to, subject, before, link, after, wayOut }: ButtonLetter): Letter {
  const lineOf = ({ label, href }: { label: string; href: string }) => `${label}: ${href}`;
  const last = wayOut ? [lineOf(wayOut)] : [];
  const text = [...before, lineOf(link), ...after, ...last, `${site.name}\n${origin}`].join("\n\n");
  const paragraphs = (texts: string[]): ReactNode => texts.map((each) => <Paragraph key={each}>{each}</Paragraph>);
  const html = letterPage({
    title: subject,
    children: (
      <>
        {paragraphs(before)}
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
