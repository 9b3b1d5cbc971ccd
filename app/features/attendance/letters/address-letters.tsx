import { z } from "zod";
import { greeting } from "../../../community.ts";
import { linkToken } from "../../../platform/text/link-token.ts";
import { buttonTo, writeLetter } from "../../mail/letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { Composers, LetterContent } from "../../mail/post-office.server.ts";

/** What `waitlist_mail_content` returns for a change of address. */
const changeContent = z.object({ email: z.string(), event: z.object({ title: z.string() }) });
/** With the id of the change, which its link is derived from. */
const newAddressContent = changeContent.extend({ change: z.string() });

/** Asks the owner of a new address to confirm it. It contains nothing that a visitor typed except that address. */
export async function composeNewAddress({ content, origin, site, secret }: LetterContent) {
  const { change, email, event } = newAddressContent.parse(content);
  const token = await linkToken(secret, `waitlist-address:v1:${change}`);
  const title = oneLine(event.title);
  const letter = writeLetter({ origin, site }, `Confirm your new email address for ${title}`, [
    `${greeting},`,
    `Someone who signed up for ${title} has entered this address and wants to use it from now on.`,
    "To confirm it, open the link within 24 hours and press the button there.",
    buttonTo("See and confirm", `${origin}/w/${token}/address`),
    "If this was not you, you can ignore this email. Nothing changes unless you press the button.",
  ]);
  return { letter: { to: email, ...letter }, token };
}

export async function composeOldAddress({ content, origin, site }: LetterContent) {
  const { email, event } = changeContent.parse(content);
  const title = oneLine(event.title);
  const letter = writeLetter({ origin, site }, `Your email address for ${title} was changed`, [
    `${greeting},`,
    `The email address of your sign-up for ${title} was changed on your page, and confirmed at the new address. We write there from now on.`,
    `If this was not you, write to us: ${site.email}`,
  ]);
  return { letter: { to: email, ...letter } };
}

export const addressLetters = {
  "waitlist-new-address": composeNewAddress,
  "waitlist-old-address": composeOldAddress,
} satisfies Composers;
