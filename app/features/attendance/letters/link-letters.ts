import { greeting } from "../../../community.ts";
import { offerOf } from "../../events/event/event-offer.ts";
import { buttonTo, writeLetter } from "../../mail/letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { Composers, LetterContent } from "../../mail/post-office.server.ts";
import { factsOf, pageWords, receiptContent, standingInLetter, wordsOf } from "./receipt.tsx";
import { statusToken } from "./status-link.ts";

interface Words {
  subject: string;
  happened: string[];
  notMine: string;
}

export const composeLostLink = (letter: LetterContent, now = new Date()) =>
  linkLetter(letter, now, (title) => ({
    subject: `Your link for ${title}`,
    happened: [`Here is the link to your page for ${title}. Someone asked for it on our site with this address.`],
    notMine: "If you did not ask for it, you can ignore this email: nothing has changed.",
  }));

export const composeNewLink = (letter: LetterContent, now = new Date()) =>
  linkLetter(letter, now, (title) => ({
    subject: `Your new link for ${title}`,
    happened: [`Here is your new link for ${title}. It was made on your page.`, "Your old links no longer work."],
    notMine: "If you did not make it, someone else had your old link. It no longer works for them either.",
  }));

export const composeConfirmedAddress = (letter: LetterContent, now = new Date()) =>
  linkLetter(letter, now, (title) => ({
    subject: `Your new email address for ${title}`,
    happened: [
      `You confirmed this address for ${title}, so we write to you here from now on.`,
      "Here is your new link. Your old links no longer work.",
    ],
    notMine: "If this was not you, the last button on that page removes your address.",
  }));

/** Says what happened and where things stand, and asks to confirm the address only if it is not confirmed. */
async function linkLetter(
  { content, origin, site, secret }: LetterContent,
  now: Date,
  wordsFor: (title: string) => Words,
) {
  const {
    entry,
    generation,
    email,
    is_confirmed: isConfirmed,
    event,
    asks,
    reservation,
  } = receiptContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const { subject, happened, notMine } = wordsFor(title);
  const standing = standingInLetter({ event, reservation, isConfirmed, now });
  const letter = writeLetter({ origin, site }, subject, [
    `${greeting},`,
    ...happened,
    ...factsOf(event, offerOf(event, now), reservation),
    ...(standing ? wordsOf(standing) : []),
    buttonTo("Open your page", `${origin}/w/${token}`),
    pageWords({ event, reservation, isConfirmed, asks, now }),
    notMine,
  ]);
  return { letter: { to: email, ...letter }, token };
}

export const linkLetters = {
  "waitlist-lost-link": composeLostLink,
  "waitlist-new-link": composeNewLink,
  "waitlist-address-confirmed": composeConfirmedAddress,
} satisfies Composers;
