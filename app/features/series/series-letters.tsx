import { z } from "zod";
import { greeting } from "../../community.ts";
import { momentText } from "../../platform/text/site-time.ts";
import type { Publisher } from "../../site.ts";
import {
  dateAndTime,
  dateOf,
  type ListedEvent,
  pathOf,
  pathOfSeries,
  timeOf,
  whereText,
} from "../events/event/event.ts";
import { listedEventRow } from "../events/event/event-rows.ts";
import { buttonTo, lines, linksTo, writeLetter } from "../mail/letter.tsx";
import { oneLine } from "../mail/letter-parts.tsx";
import type { Letter } from "../mail/mail.ts";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { oneClickSeriesPath, seriesToken, subscriptionPath } from "./series-link.ts";

interface Series {
  key: string;
  name: string;
}

const subscriberContent = z.object({
  id: z.string(),
  email: z.string(),
  confirm_by: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  series: z.object({ key: z.string(), name: z.string() }) satisfies z.ZodType<Series>,
});

const editionsContent = subscriberContent.extend({ editions: z.array(listedEventRow) });

/**
 * Composes the email that asks to confirm a subscription. If it is already confirmed, the email says so, because the
 * page told the visitor to look for it, and because it links to their page.
 */
export async function composeSeriesConfirmation({ content, origin, site, secret }: LetterContent) {
  const { id, email, confirm_by: confirmBy, confirmed_at: confirmedAt, series } = subscriberContent.parse(content);
  const token = await seriesToken(secret, id);
  const href = origin + subscriptionPath(token);
  const name = oneLine(series.name);
  const entered = `Someone entered this address on the website of the ${site.name}, for emails about new editions of ${name}`;
  const letter = confirmedAt
    ? writeLetter({ origin, site }, `You are subscribed to ${name}`, [
        `${greeting},`,
        `${entered}. You confirmed it on ${momentText(confirmedAt)}, so there is nothing to do.`,
        buttonTo("Open your page", href),
        "On your page you can unsubscribe.",
      ])
    : writeLetter({ origin, site }, `Confirm your email address for ${name}`, [
        `${greeting},`,
        `${entered}. If you confirm it, you get them until you unsubscribe.`,
        buttonTo("Confirm your address", href),
        "The page has a button to confirm. Until you press it, we send you no emails about it.",
        `If you did not ask for this, do nothing${confirmBy ? `: the address is erased after ${momentText(confirmBy)}` : ""}. On the page you can also remove the address at once.`,
      ]);
  return { letter: { to: email, ...letter }, token };
}

export async function composeEditions({ content, origin, site, secret, postalAddress }: LetterContent) {
  const { id, email, series, editions } = editionsContent.parse(content);
  const token = await seriesToken(secret, id);
  const page = origin + subscriptionPath(token);
  const letter = editionsLetter(series, editions, { page, origin, site, postalAddress });
  const headers = {
    "List-Id": `<${series.key}.series.${new URL(origin).hostname}>`,
    "List-Unsubscribe": `<${origin}${oneClickSeriesPath(token)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { letter: { to: email, ...letter, headers }, token };
}

interface Around extends Publisher {
  page: string;
  postalAddress?: string | null;
}

/** The email as all subscribers get it, except for their link. @param editions at least one */
export function editionsLetter(
  series: Series,
  editions: ListedEvent[],
  { page, origin, site, postalAddress }: Around,
): Omit<Letter, "to"> {
  const name = oneLine(series.name);
  const [first] = editions;
  const isOne = editions.length === 1;
  const subject = isOne && first ? `${name}: ${dateOf(first)}` : `${name}: ${editions.length} new editions`;
  return writeLetter({ origin, site, postalAddress }, subject, [
    `${greeting},`,
    isOne ? `A new edition of ${name} is announced.` : `${editions.length} new editions of ${name} are announced.`,
    ...editions.flatMap((event) => [
      lines([oneLine(event.title), dateAndTime(dateOf(event), timeOf(event)), whereText(event)]),
      isOne ? event.summary : null,
      buttonTo("See the event", origin + pathOf(event)),
    ]),
    linksTo([{ label: "All editions", href: origin + pathOfSeries(series) }]),
    `You get this email because you subscribed to ${name}.`,
    linksTo([{ label: "Unsubscribe", href: `${page}#leave` }]),
  ]);
}

export const seriesLetters = {
  "series-confirm": composeSeriesConfirmation,
  "series-editions": composeEditions,
} satisfies Composers;
