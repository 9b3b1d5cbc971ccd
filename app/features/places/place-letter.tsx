import type { ReactNode } from "react";
import { site } from "../../site.ts";
import { letterPage, Signature } from "../mail/letter-parts.tsx";
import type { Letter } from "../mail/mail.ts";

interface PlaceLetter {
  to: string;
  subject: string;
  origin: string;
  /** the text part, in paragraphs */
  text: string[];
  /** the same as HTML */
  children: ReactNode;
}

/** A letter about somebody's place on a waitlist, with who writes below it. */
export function placeLetter({ to, subject, origin, text, children }: PlaceLetter): Letter {
  const signature = <Signature origin={origin} />;
  return {
    to,
    subject,
    text: `${[...text, `${site.name}\n${origin}`].join("\n\n")}\n`,
    html: letterPage({ title: subject, children, signature }),
  };
}
