import { z } from "zod";
import { greeting } from "../../community.ts";
import { linkToken } from "../../platform/text/link-token.ts";
import { momentText } from "../../platform/text/site-time.ts";
import { buttonTo, writeLetter } from "../mail/letter.tsx";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { newsletterToken, preferencePath } from "./newsletter-link.ts";

const subscriberContent = z.object({
  id: z.string(),
  email: z.string(),
  link_generation: z.number(),
  created_at: z.string(),
  confirm_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  left_at: z.string().nullable(),
  /** The version of the consent text; null if it was not entered here, or before versions were kept. */
  consent_version: z.string().nullable(),
  imported_from: z.string().nullable(),
  agreed_text: z.string().nullable(),
});

type Subscriber = z.infer<typeof subscriberContent>;

const newAddressContent = z.object({ id: z.string(), email: z.string() });

const oldAddressContent = z.object({ email: z.string() });

/**
 * Asks the owner of an entered address to confirm it. A person who has already confirmed is told so, because the page
 * says to look for this email, and because it is the way back to their page.
 */
export async function composeConfirmation({ content, origin, site, secret }: LetterContent) {
  const subscriber = subscriberContent.parse(content);
  const { id, email, link_generation: generation, confirmed_at: confirmedAt, left_at: leftAt } = subscriber;
  const token = await newsletterToken(secret, id, generation);
  const href = origin + preferencePath(token);
  const entered = `Someone entered this address for the newsletter of the ${site.name}`;
  const letter =
    confirmedAt && !leftAt
      ? writeLetter({ origin, site }, "You are subscribed to our newsletter", [
          `${greeting},`,
          `${entered} again. You confirmed it on ${momentText(confirmedAt)}, so there is nothing to do.`,
          buttonTo("Open your page", href),
          "On your page you can change the address, download your data, or unsubscribe.",
        ])
      : writeLetter({ origin, site }, "Confirm your email address for our newsletter", [
          `${greeting},`,
          originOf(subscriber, site.name) ?? `${entered}${sinceOf(subscriber)}.`,
          `If you ${leftAt ? "subscribe again" : "confirm it"}, you get our newsletter by email until you unsubscribe.`,
          buttonTo(leftAt ? "Open your page" : "Confirm your address", href),
          leftAt
            ? "The page has a button to subscribe again. Until you press it, we send you no newsletter."
            : "The page has a button to confirm. Until you press it, we send you no newsletter.",
          `If you did not ask for this, do nothing${consequenceOf(subscriber)}. On the page you can also remove the address at once.`,
        ]);
  return { letter: { to: email, ...letter }, token };
}

/** What the owner of an imported address must be told as long as it has not been entered here. */
const originOf = (
  { consent_version: entered, left_at: leftAt, imported_from: source, agreed_text: agreed }: Subscriber,
  name: string,
) =>
  source && agreed && !entered && !leftAt
    ? `The ${name} now sends its newsletter from its own site. This address was imported from ${source}, where this was agreed to: “${agreed}”`
    : null;

/** What must be told about an address that is older than confirmations. */
const sinceOf = ({ confirm_by: confirmBy, created_at: createdAt, left_at: leftAt }: Subscriber) =>
  leftAt ? `, from which you unsubscribed on ${momentText(leftAt)}` : confirmBy ? "" : ` on ${momentText(createdAt)}`;

const consequenceOf = ({ confirm_by: confirmBy }: Subscriber) =>
  confirmBy ? `: the address is erased after ${momentText(confirmBy)}` : "";

/** Asks a new address to confirm; only the address itself is user input. */
export async function composeAddressChange({ content, origin, site, secret }: LetterContent) {
  const { id, email } = newAddressContent.parse(content);
  const token = await linkToken(secret, `newsletter-address:v1:${id}`);
  const letter = writeLetter({ origin, site }, "Confirm your new email address for our newsletter", [
    `${greeting},`,
    `A subscriber wants the newsletter of the ${site.name} to go to this address from now on.`,
    buttonTo("Confirm your new email address", origin + preferencePath(token)),
    "The page has a button to confirm, and the link works for 7 days. Until you press it, nothing changes.",
    "If you did not ask for this, do nothing.",
  ]);
  return { letter: { to: email, ...letter }, token };
}

/** Notifies the old address, without saying where the newsletter is sent now. */
export async function composeAddressChanged({ content, origin, site }: LetterContent) {
  const { email } = oldAddressContent.parse(content);
  const letter = writeLetter({ origin, site }, "Your newsletter goes to another address", [
    `${greeting},`,
    `The newsletter of the ${site.name} no longer goes to this address: it was changed on your page, and confirmed at the new address.`,
    buttonTo("Write to us", `${origin}/contact`),
    "If that was not you, write to us.",
  ]);
  return { letter: { to: email, ...letter } };
}

export const newsletterLetters = {
  "newsletter-confirm": composeConfirmation,
  "newsletter-address": composeAddressChange,
  "newsletter-address-changed": composeAddressChanged,
} satisfies Composers;
