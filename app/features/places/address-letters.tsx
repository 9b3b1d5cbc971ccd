import { site } from "../../site.ts";
import type { Event } from "../events/event.ts";
import { LetterButton, oneLine, Paragraph } from "../mail/letter-parts.tsx";
import { linkToken } from "../mail/link-token.ts";
import type { LetterContent } from "../mail/post-office.server.ts";
import { placeLetter } from "./place-letter.tsx";

interface NewAddressContent {
  /** id of the change of address */
  change: string;
  email: string;
  event: Event;
}

/** Asks the owner of a new address to confirm it. Nothing that a visitor typed is in it but that address. */
export async function composeNewAddress({ content, origin, secret }: LetterContent) {
  const { change, email, event } = content as NewAddressContent;
  const token = await linkToken(secret, `waitlist-address:v1:${change}`);
  const page = `${origin}/w/${token}/address`;
  const asked = `Someone who is on our waitlist for ${oneLine(event.title)} wants to use this address from now on.`;
  const how = "To confirm it, open the link within 24 hours and press the button there.";
  const notMine = "If this was not you, you can ignore this email. Nothing changes unless you press the button.";
  const letter = placeLetter({
    to: email,
    subject: `Confirm your new address for ${oneLine(event.title)}`,
    origin,
    text: ["Aloha,", asked, how, page, notMine],
    children: (
      <>
        <Paragraph>Aloha,</Paragraph>
        <Paragraph>{asked}</Paragraph>
        <Paragraph>{how}</Paragraph>
        <LetterButton href={page}>See and confirm</LetterButton>
        <Paragraph>{notMine}</Paragraph>
      </>
    ),
  });
  return { letter, token };
}

/** Tells the owner of an address that another one has taken its place, but not which. */
export async function composeOldAddress({ content, origin }: LetterContent) {
  const { email, event } = content as Omit<NewAddressContent, "change">;
  const changed = `Your entry on our waitlist for ${oneLine(event.title)} has another email address now: it was changed on your page, and confirmed at the new address. We write there from now on.`;
  const notMine = `If this was not you, write to us: ${site.email}`;
  const letter = placeLetter({
    to: email,
    subject: `Your address for ${oneLine(event.title)} was changed`,
    origin,
    text: ["Aloha,", changed, notMine],
    children: (
      <>
        <Paragraph>Aloha,</Paragraph>
        <Paragraph>{changed}</Paragraph>
        <Paragraph>
          If this was not you, write to us: <a href={`mailto:${site.email}`}>{site.email}</a>
        </Paragraph>
      </>
    ),
  });
  return { letter };
}
