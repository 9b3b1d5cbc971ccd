import type { ReactNode } from "react";
import type { Publisher } from "../../../site.ts";
import { letterPage, Signature } from "../../mail/letter-parts.tsx";
import type { Letter } from "../../mail/mail.ts";

interface StatusLetter extends Publisher {
  to: string;
  subject: string;
  text: string[];
  children: ReactNode;
}

export function statusLetter({ to, subject, origin, site, text, children }: StatusLetter): Letter {
  const signature = <Signature origin={origin} site={site} />;
  return {
    to,
    subject,
    text: `${[...text, `${site.name}\n${origin}`].join("\n\n")}\n`,
    html: letterPage({ title: subject, children, signature }),
  };
}
