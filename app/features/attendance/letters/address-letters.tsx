import { z } from "zod";
import { greeting } from "../../../community.ts";
import { linkToken } from "../../../platform/text/link-token.ts";
import { LetterButton, oneLine, Paragraph } from "../../mail/letter-parts.tsx";
import type { LetterContent } from "../../mail/post-office.server.ts";
import { statusLetter } from "./status-letter.tsx";

/** What `waitlist_mail_content` returns for a change of address. */
const changeContent = z.object({ email: z.string(), event: z.object({ title: z.string() }) });
/** With the id of the change, which its link is derived from. */
const newAddressContent = changeContent.extend({ change: z.string() });

/** Asks the owner of a new address to confirm it. It contains nothing that a visitor typed except that address. */
export async function composeNewAddress({ content, origin, site, secret }: LetterContent) {
  const { change, email, event } = newAddressContent.parse(content);
  const token = await linkToken(secret, `waitlist-address:v1:${change}`);
  const page = `${origin}/w/${token}/address`;
  const asked = `Someone who signed up for ${oneLine(event.title)} has entered this address and wants to use it from now on.`;
  const how = "To confirm it, open the link within 24 hours and press the button there.";
  const notMine = "If this was not you, you can ignore this email. Nothing changes unless you press the button.";
  const letter = statusLetter({
    to: email,
    subject: `Confirm your new email address for ${oneLine(event.title)}`,
    origin,
    site,
    text: [`${greeting},`, asked, how, page, notMine],
    children: (
      <>
        <Paragraph>{greeting},</Paragraph>
        <Paragraph>{asked}</Paragraph>
        <Paragraph>{how}</Paragraph>
        <LetterButton href={page}>See and confirm</LetterButton>
        <Paragraph>{notMine}</Paragraph>
      </>
    ),
  });
  return { letter, token };
}

export async function composeOldAddress({ content, origin, site }: LetterContent) {
  const { email, event } = changeContent.parse(content);
  const changed = `The email address of your sign-up for ${oneLine(event.title)} was changed on your page, and confirmed at the new address. We write there from now on.`;
  const notMine = `If this was not you, write to us: ${site.email}`;
  const letter = statusLetter({
    to: email,
    subject: `Your email address for ${oneLine(event.title)} was changed`,
    origin,
    site,
    text: [`${greeting},`, changed, notMine],
    children: (
      <>
        <Paragraph>{greeting},</Paragraph>
        <Paragraph>{changed}</Paragraph>
        <Paragraph>
          If this was not you, write to us: <a href={`mailto:${site.email}`}>{site.email}</a>
        </Paragraph>
      </>
    ),
  });
  return { letter };
}
