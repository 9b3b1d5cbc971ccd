import { z } from "zod";
import { greeting } from "../../../community.ts";
import { dateAndTime, hasTakenPlace, notAnnounced, type OwnEvent, whereText } from "../../events/event/event.ts";
import { type Offer, offerOf } from "../../events/event/event-offer.ts";
import { ownEventRow } from "../../events/event/event-rows.ts";
import { buttonTo, linksTo, writeLetter } from "../../mail/letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { LetterContent } from "../../mail/post-office.server.ts";
import { type Reservation, spotsAreAvailable, spotsOf } from "../reservations/reservation.ts";
import { reservationRow } from "../reservations/reservation-rows.ts";
import { type Standing, standingOf } from "../reservations/standing.ts";
import { statusToken } from "./status-link.ts";

export const receiptContent = z.object({
  entry: z.string(),
  generation: z.number(),
  email: z.string(),
  is_confirmed: z.boolean(),
  event: ownEventRow,
  asks: z.boolean(),
  /** null if the event takes no reservations */
  reservation: reservationRow.nullable(),
});

export type ReceiptContent = z.infer<typeof receiptContent>;

/**
 * The receipt for joining a waitlist. It contains nothing that the visitor typed except the address, which may not be
 * theirs.
 * @param now when it is composed
 */
export async function composeReceipt({ content, origin, site, secret }: LetterContent, now = new Date()) {
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
  const page = `${origin}/w/${token}`;
  const title = oneLine(event.title);
  const offered = offerOf(event, now);
  const standing = standingInLetter({ event, reservation, isConfirmed, now });
  const isRequest = reservation?.state === "asked" || reservation?.state === "turned-down";
  const wish = isRequest ? "to ask to attend" : reservation ? "to sign up for" : "to join our waitlist for";
  const subject = subjectOf({ event, reservation, isConfirmed, now }, title);
  const letter = writeLetter({ origin, site }, subject, [
    `${greeting},`,
    `Someone used this address ${wish} ${title}.`,
    ...factsOf(event, offered, reservation),
    ...(standing ? wordsOf(standing) : purposeOf(offered)),
    buttonTo("Open your page", page),
    pageWords({ event, reservation, isConfirmed, asks, now }),
    linksTo(
      [{ label: "I did not ask for this", href: `${page}#not-mine` }],
      `Someone may have typed your address by mistake. The button there ${isConfirmed ? "erases this entry." : "removes it, and we do not write again."}`,
    ),
  ]);
  return { letter: { to: email, ...letter }, token };
}

/** Where a reservation stands, as an email says it; null on a list without reservations. */
export const standingInLetter = ({ event, reservation, isConfirmed, now }: Omit<PageWords, "asks">) =>
  reservation && standingOf(reservation, { event, isConfirmed, sendsMail: true, now, confirmed: "on your page" });

export const wordsOf = ({ title, text }: Standing) => [title, text].filter(Boolean);

function subjectOf({ event, reservation, isConfirmed, now }: Omit<PageWords, "asks">, title: string): string {
  const waits = `You are on the waitlist for ${title}`;
  if (!reservation) return waits;
  const { state, party, hold_until: held, sign_up: signUp } = reservation;
  const isAsking = state === "asked" || state === "turned-down";
  if (!isLive(event, reservation, now)) return `Your ${isAsking ? "request to attend" : "sign-up for"} ${title}`;
  if (state === "placed")
    return held
      ? `Please confirm ${spotsOf(party, "your")} at ${title}`
      : `You have ${spotsOf(party, "a")} at ${title}`;
  if (isAsking)
    return isConfirmed ? `Your request to attend ${title}` : `Please confirm your request to attend ${title}`;
  return state === "offered" && signUp === "open" ? `${spotsAreAvailable(party)} for you at ${title}` : waits;
}

interface PageWords extends Pick<ReceiptContent, "event" | "asks"> {
  reservation: Reservation | null;
  isConfirmed: boolean;
  now: Date;
}

/** Says what can be done on the status page that an email links to. */
export function pageWords({ event, reservation, isConfirmed, asks, now }: PageWords): string {
  if (reservation && !isLive(event, reservation, now)) {
    const { state, sign_up: signUp } = reservation;
    const canJoin = ["declined", "lapsed", "canceled", "past"].includes(state) && ["open", "line"].includes(signUp);
    return canJoin
      ? "On your page you can sign up again, correct your name or erase your entry."
      : "Your page shows your sign-up. You can correct your name or erase your entry there.";
  }
  const hasSpot = reservation?.state === "placed";
  const isOffered = reservation?.state === "offered";
  const isAsking = reservation?.state === "asked";
  const shown = hasSpot
    ? "your reservation"
    : isOffered
      ? "our offer"
      : isAsking
        ? "where your request stands"
        : reservation
          ? "your waitlist position"
          : "your waitlist entry";
  const deeds = [
    ...(isOffered ? ["accept or decline it"] : []),
    ...(isConfirmed ? [] : ["confirm this address"]),
    ...(asks ? ["answer what the organizers ask"] : []),
    "correct your name",
    hasSpot ? "give up your reservation" : isAsking ? "withdraw your request" : "leave the waitlist",
  ];
  return `On your page you see ${shown}. You can ${new Intl.ListFormat("en-US", { type: "disjunction" }).format(deeds)} there.`;
}

/** Whether a spot can still be given up, or the waitlist left. */
const isLive = (event: OwnEvent, { state, checked_in_at: checkedIn }: Reservation, now: Date) =>
  event.status !== "cancelled" &&
  !hasTakenPlace(event, now) &&
  !checkedIn &&
  ["placed", "offered", "waiting", "asked"].includes(state);

/** The announced facts of the event: when and where, or its state if no date is valid and no standing says it. */
export function factsOf(
  event: OwnEvent,
  { state, badge, date, time }: Offer,
  reservation: Reservation | null,
): string[] {
  if (reservation && state === "cancelled") return [];
  if (!event.is_published) return [`${notAnnounced}.`];
  if (state === "past" || state === "cancelled" || state === "postponed") return [`${badge}.`];
  return [dateAndTime(date, time), whereText(event, reservation?.attends)];
}

function purposeOf({ state, waitlist }: Offer): string[] {
  if (waitlist.purpose === "next-edition") return ["This edition is over; the list is for the next one."];
  switch (state) {
    case "cancelled":
      return [];
    case "past":
      return ["We'll notify you when the next date is announced."];
    case "postponed":
      return ["We'll notify you when a new date is announced."];
    case "on-now":
    case "tickets-open":
      return ["You'll get email updates about this event."];
    case "announced":
      return ["We'll notify you when tickets become available."];
  }
}
