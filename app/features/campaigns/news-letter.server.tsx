import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { greeting } from "../../community.ts";
import { linksAsText } from "../../platform/text/markdown-as-text.ts";
import { siteIsoDay } from "../../platform/text/site-time.ts";
import type { Publisher } from "../../site.ts";
import { safeUrl } from "../../ui/button.tsx";
import { spacedCode } from "../attendance/letters/reservation-letters.ts";
import {
  listHeaders,
  oneClickQuietPath,
  oneClickStatusPath,
  statusPath,
  statusToken,
  ticketPath,
} from "../attendance/letters/status-link.ts";
import { inPlace } from "../attendance/reservations/reservation.ts";
import { reservationRow } from "../attendance/reservations/reservation-rows.ts";
import { calendarFile } from "../events/calendar/calendar.server.ts";
import {
  type Attends,
  dateAndTime,
  hasTakenPlace,
  isDayKnown,
  type MailedEvent,
  pathOf,
  plannedFor,
  whereText,
} from "../events/event/event.ts";
import { offerOf } from "../events/event/event-offer.ts";
import { mailedEventRow } from "../events/event/event-rows.ts";
import { buttonTo, linksTo, writeLetter, written } from "../mail/letter.tsx";
import { oneLine } from "../mail/letter-parts.tsx";
import type { Attachment, Letter } from "../mail/mail.ts";
import { postalAddressOf } from "../mail/mail-sender.server.ts";
import type { Composers, LetterContent } from "../mail/post-office.server.ts";
import { type Audience, audiences, haveSpots, type Kind, kinds, reminderTime } from "./campaign.ts";
import { changesFor, newPlace, type Told, toldRow } from "./told.ts";

const ownSpot = reservationRow.pick({ state: true, attends: true }).extend({
  code: z.string().nullable(),
  /** whether they were asked if they are still coming, and have not answered */
  is_asked: z.boolean(),
});

type OwnSpot = z.infer<typeof ownSpot>;

const testContent = z.object({
  email: z.string(),
  kind: z.enum(kinds),
  words: z.string().nullable(),
  /** of an email in an admin's own words; null for the others */
  subject: z.string().nullable().default(null),
  audience: z.enum(audiences).nullable().default(null),
  event: mailedEventRow,
  told: toldRow.nullable().default(null),
});

const newsContent = testContent.extend({
  entry: z.string(),
  generation: z.number(),
  /** null if the event takes no reservations */
  reservation: ownSpot.nullable(),
});

interface News extends Pick<z.infer<typeof testContent>, "kind" | "words" | "event"> {
  subject?: string | null;
  audience?: Audience | null;
  /** what the person knows of the event; what most know in a preview */
  told: Told | null;
}

interface Around extends Publisher {
  page: string;
  ticket?: string;
  reservation?: OwnSpot | null;
  postalAddress?: string | null;
  now: Date;
  note?: string;
}

/** Contains nothing that a visitor typed, because the address may not be confirmed. @param now when it is composed */
export async function composeNews({ content, origin, site, secret, postalAddress }: LetterContent, now = new Date()) {
  const { entry, generation, email, reservation, ...told } = newsContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const own = { page: `${origin}/w/${token}`, ticket: origin + (await ticketPath(token)), reservation };
  const letter = newsLetter(told, { ...own, origin, site, postalAddress, now });
  return { letter: { to: email, ...letter, headers: headersOf(told, origin, token) }, token };
}

/** What organizers write beyond what concerns a sign-up, and a person can end without leaving. */
const isEndedByQuiet = (kind: Kind) => kind === "own-words" || kind === "recap";

/**
 * One click leaves a waitlist, or ends the emails that organizers write in their own words; a reservation can be given
 * up only on its status page.
 */
function headersOf({ kind, event }: Pick<News, "kind" | "event">, origin: string, token: string) {
  if (event.takes_reservations && !isEndedByQuiet(kind)) return listHeaders(event, origin, statusPath(token));
  const path = isEndedByQuiet(kind) ? oneClickQuietPath(token) : oneClickStatusPath(token);
  return { ...listHeaders(event, origin, path), "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** An example spot for previews and tests of what only people with a spot get; in a room it has a code that belongs to no one. */
function exampleSpot({ kind, event, audience }: Pick<News, "kind" | "event" | "audience">): OwnSpot | null {
  const isForSpots = kind === "own-words" && event.takes_reservations && haveSpots(audience);
  if (kind !== "reminder" && !isForSpots) return null;
  return event.meets === "online"
    ? { state: "placed", attends: "online", code: null, is_asked: false }
    : { state: "placed", attends: "room", code: "ABCDEFGH", is_asked: false };
}

export function previewLetter({ env, origin, site, now }: AppLoadContext, news: News): Omit<Letter, "to"> {
  return newsLetter(news, {
    page: `${origin}/w/(a link of their own)`,
    ticket: `${origin}/t/(a link of their own)`,
    reservation: exampleSpot(news),
    postalAddress: postalAddressOf(env, site),
    ...{ origin, site, now },
  });
}

export async function composeNewsTest({ content, origin, site, postalAddress }: LetterContent, now = new Date()) {
  const { email, ...told } = testContent.parse(content);
  const page = origin + pathOf(told.event);
  const reservation = exampleSpot(told);
  const hasCode = told.kind === "reminder" && told.event.takes_reservations && reservation?.code;
  const code = hasCode ? ", and the code is an example" : "";
  const note = `This is a test that only you get. In it, links to a person’s own page lead to the page of the event${code}.`;
  const around = { page, ticket: page, reservation, origin, site, postalAddress, now, note };
  const letter = newsLetter(told, around);
  return { letter: { to: email, ...letter, subject: `Test: ${letter.subject}` } };
}

function newsLetter(
  { kind, words, event, told, subject: ownSubject = null, audience }: News,
  { page, ticket, reservation, origin, site, postalAddress, now, note }: Around,
): Omit<Letter, "to"> {
  const title = oneLine(event.title);
  // A preview shows a reminder as it will be when it is sent.
  const at =
    kind === "reminder" && event.starts_at ? Math.max(now.getTime(), reminderTime(event.starts_at).getTime()) : now;
  const campaign = campaignOf({ kind, event, told }, title, reservation?.attends, new Date(at));
  const { lead, more } = campaign;
  const subject = ownSubject ?? campaign.subject;
  // Only people who have a spot are reminded.
  const isReminded = kind === "reminder" && event.takes_reservations;
  const isTicket = isReminded && reservation?.attends !== "online";
  const link = isTicket && ticket ? { label: "Open your ticket", url: ticket } : campaign.link;
  const code = isTicket && reservation?.code ? [`At the door, say this code: ${spacedCode(reservation.code)}`] : [];
  const address = link ? safeUrl(link.url) : undefined;
  const joining =
    isReminded && !isTicket ? ["The link to join is on your page once the organizers have entered it."] : [];
  const question = isReminded && reservation?.is_asked ? [stillComing] : [];
  const opening = kind === "own-words" ? [] : [`${greeting},`, lead];
  const plain = [...(note ? [note] : []), ...opening, ...more, ...code, ...joining, ...question];
  const hasSpot = isReminded || reservation?.state === "placed";
  // Nobody is in the group of those who did not come before the event is over, whenever it is previewed.
  const isAfterwards = kind === "recap" || audience === "did-not-come";
  const isOver = isAfterwards || event.status === "cancelled" || hasTakenPlace(event, now);
  const isAsking = reservation?.state === "asked";
  const why = event.takes_reservations
    ? `You get this email because this address ${isAsking ? "asked to attend" : "signed up for"} ${title}. ${hasSpot && !isOver ? "On your page you see your reservation, and can give it up." : `Your page shows your ${isAsking ? "request" : "sign-up"}.`}`
    : `You get this email because this address is on our waitlist for ${title}. On your page you can leave the waitlist.`;
  const leave = waysOut(event, hasSpot ? "placed" : reservation?.state, isOver);
  const letter = writeLetter({ origin, site, postalAddress }, subject, [
    ...plain,
    ...[campaign.markdown, words].map((markdown) => (markdown ? written(markdown, origin) : null)),
    link && address ? buttonTo(link.label, address) : null,
    linksTo([{ label: "Your page", href: page }], why),
    linksTo([
      ...(isEndedByQuiet(kind) ? [{ label: "Get no more emails like this one", href: `${page}#quiet` }] : []),
      { label: leave, href: `${page}#leave` },
      { label: "I did not ask for this", href: `${page}#not-mine` },
    ]),
  ]);
  const attachments = calendarOf(kind, event, reservation, { origin, site });
  return { ...letter, ...(attachments ? { attachments } : {}) };
}

const stillComing =
  "Are you still coming? You can answer on your page. If you do nothing, you keep your reservation; if you can’t make it, please give it up there.";

function waysOut(
  { takes_reservations: takesReservations }: MailedEvent,
  state: string | undefined,
  isOver: boolean,
): string {
  if (!takesReservations) return "Leave the waitlist";
  if (!isOver && state === "asked") return "Withdraw your request";
  if (isOver || (state && !["placed", "offered", "waiting"].includes(state))) return "Erase your entry";
  return state === "placed" ? "Give up your reservation" : "Leave the waitlist";
}

interface Campaign {
  subject: string;
  lead: string;
  more: string[];
  markdown?: string | null;
  link?: { label: string; url: string };
}

function campaignOf(
  { kind, event, told }: Pick<News, "kind" | "event" | "told">,
  title: string,
  attends: Attends | undefined,
  now: Date,
): Campaign {
  const { ticket_url: ticketUrl, recap, recap_url: recapUrl } = event;
  const { date, time, tickets } = offerOf(event, now);
  const when = dateAndTime(date, time);
  const place = whereText(event, attends);
  const buy = ticketUrl ? { label: "Get tickets", url: ticketUrl } : undefined;
  switch (kind) {
    case "tickets-open":
      return {
        subject: `Tickets are on sale: ${title}`,
        lead: `Tickets for ${title} are on sale.`,
        more: [when, place],
        link: buy,
      };
    case "cancelled":
      return { subject: `Canceled: ${title}`, lead: `${title} is canceled.`, more: plannedDate(event) };
    case "postponed": {
      const promise = "A new date is not announced yet. We'll notify you when there is one.";
      return { subject: `Postponed: ${title}`, lead: `${title} is postponed.`, more: [...plannedDate(event), promise] };
    }
    case "changed": {
      const own = told ? changesFor(told, event, now, attends) : [];
      // People online learn of another room, too.
      const isOfOthers = told !== null && own.length === 0;
      const changes = isOfOthers ? changesFor(told, event, now) : own;
      const where = isOfOthers ? whereText(event) : place;
      const same = isOfOthers && attends ? [`For people${inPlace({ meets: "both" }, attends)}, nothing changes.`] : [];
      const [first, ...others] = changes;
      const isElsewhereToo = first && others.some((change) => change.title === newPlace);
      const changed = `${first?.title ?? "News"}${isElsewhereToo ? ", new place" : ""}`;
      const subject = `${changed}: ${event.date_precision === "tba" ? title : `${title}, ${date}`}`;
      const lead = first ? `${title} ${[first, ...others].map(({ sentence }) => sentence).join(", and ")}.` : title;
      const before = changes.flatMap((change) => change.before ?? []);
      return { subject, lead, more: [when, where, ...before, ...same], ...(tickets?.areOpen ? { link: buy } : {}) };
    }
    case "reminder": {
      const isToday = event.starts_at && siteIsoDay(new Date(event.starts_at)) === siteIsoDay(now);
      const day = isToday ? "today" : "tomorrow";
      const subject = `${isToday ? "Today" : "Tomorrow"}: ${title}`;
      const bring = event.to_bring ? [`What to bring: ${linksAsText(event.to_bring)}`] : [];
      const more = [when, place, ...bring];
      return { subject, lead: `${title} is ${day}.`, more, ...(tickets?.areOpen ? { link: buy } : {}) };
    }
    case "own-words":
      return { subject: title, lead: "", more: [] };
    case "recap": {
      const link = recapUrl ? { label: "Photos and slides", url: recapUrl } : undefined;
      return {
        subject: `What happened: ${title}`,
        lead: `Here is what happened at ${title}.`,
        more: [],
        markdown: recap,
        link,
      };
    }
  }
}

function plannedDate(event: MailedEvent): string[] {
  const planned = plannedFor(event);
  return planned ? [`It was planned for ${planned}.`] : [];
}

/**
 * The same file as on the site: METHOD:PUBLISH, because it is no invitation, with the event's UID and raised SEQUENCE,
 * so that calendars that contain the event update its date or mark it as canceled.
 */
function calendarOf(
  kind: Kind,
  event: MailedEvent,
  own: OwnSpot | null | undefined,
  publisher: Publisher,
): Attachment[] | null {
  if ((kind !== "cancelled" && kind !== "changed") || !isDayKnown(event)) return null;
  const bytes = new TextEncoder().encode(calendarFile([event], publisher, undefined, own ?? undefined));
  const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const type = "text/calendar; charset=utf-8; method=PUBLISH";
  return [{ filename: `${event.key}.ics`, type, content, disposition: "attachment" }];
}

export const campaignLetters = {
  "event-news": composeNews,
  "event-news-test": composeNewsTest,
} satisfies Composers;
