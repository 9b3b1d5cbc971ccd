import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { buttonTo, writeLetter } from "../mail/letter.tsx";
import { oneLine } from "../mail/letter-parts.tsx";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { answerText } from "./answer-text.ts";
import { proposalPath, proposalToken } from "./proposal-link.ts";

const proposalContent = z.object({
  id: z.string(),
  email: z.string(),
  event: z.string(),
  confirm_by: z.string().nullable(),
});

/** Composes the email to confirm a proposal, with nothing else that was typed: the address may be someone else's. */
export async function composeProposalConfirmation({ content, origin, site, secret }: LetterContent) {
  const { id, email, event, confirm_by: confirmBy } = proposalContent.parse(content);
  const token = await proposalToken(secret, id);
  const title = oneLine(event);
  const letter = writeLetter(
    { origin, site },
    confirmBy ? `Confirm the talk that you propose for ${title}` : `The talk that you propose for ${title}`,
    [
      `${greeting},`,
      `Someone used this address on the website of the ${site.name} to propose a talk for ${title}.`,
      buttonTo(confirmBy ? "Confirm your proposal" : "See your proposal", origin + proposalPath(token)),
      ...(confirmBy
        ? [
            `The page has a button to confirm. The organizers see the proposal once you press it; without that it is erased after ${momentText(confirmBy)}.`,
            "Once you have confirmed, you can change the proposal there while the call is open, or withdraw it.",
            "If you did not propose a talk, do nothing, or press “I did not propose it” on the page.",
          ]
        : ["On the page you can change the proposal while the call is open, and withdraw it until it is decided."]),
    ],
  );
  return { letter: { to: email, ...letter }, token };
}

const answerContent = proposalContent.extend({
  name: z.string(),
  title: z.string(),
  text: z.string(),
});

export async function composeProposalAnswer({ content, origin, site, secret }: LetterContent) {
  const { id, email, name, title, event, text } = answerContent.parse(content);
  const token = await proposalToken(secret, id);
  const letter = writeLetter({ origin, site }, `Your proposal for ${oneLine(event)}: ${oneLine(title)}`, [
    ...answerText(text, { name, title, event }).split(/\n\s*\n/),
    buttonTo("See your proposal", origin + proposalPath(token)),
  ]);
  return { letter: { to: email, ...letter }, token };
}

export const proposalLetters = {
  "proposal-confirm": composeProposalConfirmation,
  "proposal-answer": composeProposalAnswer,
} satisfies Composers;
