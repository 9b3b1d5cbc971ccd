import { honoluluIsoDay, honoluluWeekday } from "../../platform/honolulu.ts";
import { site } from "../../site.ts";
import { safeUrl } from "../../ui/button.tsx";
import { calendarFile } from "../events/calendar.server.ts";
import { dateOf, type Event, isDayKnown, pathOf, timeOf } from "../events/event.ts";
import { offerOf } from "../events/event-offer.ts";
import { LetterButton, letterPage, oneLine, Paragraph, Signature } from "../mail/letter-parts.tsx";
import type { Attachment, Letter } from "../mail/mail.ts";
import type { LetterContent } from "../mail/post-office.server.ts";
import { oneClickPlacePath, placeToken } from "../places/place-link.ts";
import { type Kind, reminderTime } from "./telling.ts";

interface Told {
  kind: Kind;
  /** an admin's own, beside what is known of the event */
  words: string | null;
  event: Event;
}

interface Addressed extends Told {
  email: string;
}

interface Around {
  /** the person's own page */
  page: string;
  origin: string;
  postalAddress?: string | null;
  now: Date;
  /** said before everything else */
  note?: string;
}

/**
 * The letter to somebody on a waitlist, whose address may not be confirmed: nothing that a visitor typed is in it.
 * @param now when it is written
 */
export async function composeNews({ content, origin, secret, postalAddress }: LetterContent, now = new Date()) {
  const { entry, generation, email, ...told } = content as Addressed & { entry: string; generation: number };
  const token = await placeToken(secret, entry, generation);
  const letter = newsLetter(told, { page: `${origin}/w/${token}`, origin, postalAddress, now });
  return { letter: { to: email, ...letter, headers: listHeaders(told.event, origin, token) }, token };
}

/** A waitlist is left by one press (RFC 8058); a reservation is given up on its page, where that is asked. */
function listHeaders({ key, takes_reservations }: Event, origin: string, token: string): Record<string, string> {
  const list = { "List-Id": `<${key}.events.${new URL(origin).hostname}>` };
  return takes_reservations
    ? { ...list, "List-Unsubscribe": `<${origin}/w/${token}>` }
    : {
        ...list,
        "List-Unsubscribe": `<${origin}${oneClickPlacePath(token)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };
}

/** The same for the admin who wants to read it first. */
export async function composeNewsTest({ content, origin, postalAddress }: LetterContent, now = new Date()) {
  const { email, ...told } = content as Addressed;
  const note = "This is a test that only you get. In it, links to a person’s own page lead to the page of the event.";
  const letter = newsLetter(told, { page: origin + pathOf(told.event), origin, postalAddress, now, note });
  return { letter: { to: email, ...letter, subject: `Test: ${letter.subject}` } };
}

/** What everybody gets, apart from their own link. */
export function newsLetter(
  { kind, words, event }: Told,
  { page, origin, postalAddress, now, note }: Around,
): Omit<Letter, "to"> {
  const title = oneLine(event.title);
  // Who reads a reminder beforehand reads it as it will be.
  const at =
    kind === "reminder" && event.starts_at ? Math.max(now.getTime(), reminderTime(event.starts_at).getTime()) : now;
  const { subject, lead, more, link } = tellingOf(kind, event, title, new Date(at));
  const address = link ? safeUrl(link.url) : undefined;
  const paragraphs = [...(note ? [note] : []), `Aloha, ${lead}`, ...more, ...(words ? paragraphsOf(words) : [])];
  const why = event.takes_reservations
    ? `You get this email because this address signed up for ${title}. On your page you see your reservation, and can give it up.`
    : `You get this email because this address is on our waitlist for ${title}. On your page you can leave the list.`;
  const leave = event.takes_reservations ? "Give up your reservation" : "Leave the waitlist";
  const text = [
    ...paragraphs,
    ...(address ? [`${link?.label}: ${address}`] : []),
    `Your page: ${page}`,
    why,
    `${leave}: ${page}#leave`,
    `I did not ask for this: ${page}#not-mine`,
    [site.name, origin, ...(postalAddress ? [postalAddress] : [])].join("\n"),
  ].join("\n\n");
  const html = letterPage({
    title: subject,
    children: (
      <>
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in two paragraphs, and none of them moves
          <Paragraph key={index}>{paragraph}</Paragraph>
        ))}
        {address ? <LetterButton href={address}>{link?.label}</LetterButton> : null}
        <Paragraph>
          <a href={page}>Your page</a>: {why}
        </Paragraph>
        <Paragraph>
          <a href={`${page}#leave`}>{leave}</a> · <a href={`${page}#not-mine`}>I did not ask for this</a>
        </Paragraph>
      </>
    ),
    signature: <Signature origin={origin} postalAddress={postalAddress} />,
  });
  const attachments = calendarOf(kind, event, origin);
  return { subject, text: `${text}\n`, html, ...(attachments ? { attachments } : {}) };
}

const paragraphsOf = (text: string) => text.split(/\n\s*\n/);

interface Telling {
  subject: string;
  /** goes on after "Aloha," */
  lead: string;
  /** paragraphs */
  more: string[];
  link?: { label: string; url: string };
}

function tellingOf(kind: Kind, event: Event, title: string, now: Date): Telling {
  const { place, ticket_url: ticketUrl, recap, recap_url: recapUrl } = event;
  const { date, time, tickets } = offerOf(event, now);
  const when = [date, time].filter(Boolean).join(", ");
  const buy = ticketUrl ? { label: "Get tickets", url: ticketUrl } : undefined;
  switch (kind) {
    case "tickets-open":
      return {
        subject: `Tickets are on sale: ${title}`,
        lead: `tickets for ${title} are on sale.`,
        more: [when, place],
        link: buy,
      };
    case "cancelled":
      return { subject: `Canceled: ${title}`, lead: `${title} is canceled.`, more: plannedFor(event) };
    case "postponed": {
      const promise = "A new date is not announced yet. We'll notify you when there is one.";
      return { subject: `Postponed: ${title}`, lead: `${title} is postponed.`, more: [...plannedFor(event), promise] };
    }
    case "new-date": {
      const { previous_starts_at: previous } = event;
      const isMoved = previous !== null && previous !== event.starts_at;
      const before = isMoved ? [`It was originally scheduled for ${honoluluWeekday(new Date(previous))}.`] : [];
      const subject = `${isMoved ? "New date" : "Date"}: ${title}, ${date}`;
      const lead = isMoved ? `${title} has a new date.` : `the date of ${title} is set.`;
      return { subject, lead, more: [when, place, ...before], ...(tickets?.areOpen ? { link: buy } : {}) };
    }
    case "reminder": {
      const isToday = event.starts_at && honoluluIsoDay(new Date(event.starts_at)) === honoluluIsoDay(now);
      const day = isToday ? "today" : "tomorrow";
      const subject = `${isToday ? "Today" : "Tomorrow"}: ${title}`;
      const bring = event.to_bring ? [`What to bring: ${event.to_bring}`] : [];
      const more = [when, place, ...bring];
      return { subject, lead: `${title} is ${day}.`, more, ...(tickets?.areOpen ? { link: buy } : {}) };
    }
    case "recap": {
      const link = recapUrl ? { label: "Photos and slides", url: recapUrl } : undefined;
      return {
        subject: `What happened: ${title}`,
        lead: `${title} is over.`,
        more: recap ? paragraphsOf(recap) : [],
        link,
      };
    }
  }
}

/** The date that no longer holds. */
function plannedFor(event: Event): string[] {
  const planned: Event = { ...event, status: "scheduled" };
  if (!isDayKnown(planned)) return [];
  return [`It was planned for ${[dateOf(planned), timeOf(planned)].filter(Boolean).join(", ")}.`];
}

/**
 * The same file as on the site: METHOD:PUBLISH, since it invites nobody, with the event's UID and its raised SEQUENCE, so
 * that calendars which have the event take over its date, or that it is canceled.
 */
function calendarOf(kind: Kind, event: Event, origin: string): Attachment[] | null {
  if ((kind !== "cancelled" && kind !== "new-date") || !isDayKnown(event)) return null;
  const bytes = new TextEncoder().encode(calendarFile([event], origin));
  const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const type = "text/calendar; charset=utf-8; method=PUBLISH";
  return [{ filename: `${event.key}.ics`, type, content, disposition: "attachment" }];
}
