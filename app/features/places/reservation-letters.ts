import { momentText } from "../../platform/honolulu.ts";
import type { Event } from "../events/event.ts";
import { dateOf, timeOf } from "../events/event.ts";
import { buttonLetter } from "../mail/button-letter.tsx";
import { oneLine } from "../mail/letter-parts.tsx";
import type { LetterContent } from "../mail/post-office.server.ts";
import { placesOf, type Reservation } from "../reservations/reservation.ts";
import { placeToken } from "./place-link.ts";

/** What the database's `place_content` answers. */
export interface PlaceContent {
  /** id of the waitlist entry */
  entry: string;
  /** of the link in it */
  generation: number;
  email: string;
  event: Event;
  reservation: Reservation;
  /** when an offer ends whose mail is accepted now */
  offer_ends_at: string | null;
}

/** When and where, a line each. */
const factsOf = (event: Event) => [[dateOf(event), timeOf(event)].filter(Boolean).join(", "), event.place];

/** The code for the door in two groups, as a voice reads it: ABCD EFGH. */
export const spacedCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;

/** A free place for who is next in line. */
export async function composeOffer({ content, origin, secret }: LetterContent) {
  const { entry, generation, email, event, reservation, offer_ends_at: end } = content as PlaceContent;
  const token = await placeToken(secret, entry, generation);
  const title = oneLine(event.title);
  const free = reservation.party > 1 ? `${reservation.party} places are` : "A place is";
  const letter = buttonLetter(origin, {
    to: email,
    subject: `${free} available for you at ${title}`,
    before: [
      `Aloha, ${free.toLowerCase()} available for you at ${title}.`,
      ...factsOf(event),
      `We keep ${reservation.party > 1 ? "them" : "it"} for you until ${momentText(end ?? event.starts_at ?? "")}. Please accept or decline by then on your page.`,
    ],
    link: { label: "Accept or decline", href: `${origin}/w/${token}` },
    after: [
      "If you do nothing, the place goes to the next in line, and we do not ask you again unless you join the line again.",
    ],
  });
  return { letter, token };
}

/** The ticket. Its code is in the text, so that it opens the door without a network. */
export async function composeTicket({ content, origin, secret }: LetterContent) {
  const { entry, generation, email, event, reservation } = content as PlaceContent;
  const token = await placeToken(secret, entry, generation);
  const title = oneLine(event.title);
  const letter = buttonLetter(origin, {
    to: email,
    subject: `Your ticket for ${title}`,
    before: [
      `Aloha, ${placesOf(reservation.party, "your")} at ${title} ${reservation.party > 1 ? "are" : "is"} confirmed.`,
      ...factsOf(event),
      `At the door, show your ticket or say this code: ${spacedCode(reservation.code ?? "")}`,
    ],
    link: { label: "Open your ticket", href: `${origin}/t/${token}` },
    after: [
      "Keep the link to yourself: anyone who has it can give up your reservation. The code alone works only at check-in.",
      "If you cannot come, please hand your place back on your ticket, so that the next in line can have it.",
    ],
  });
  return { letter, token };
}

/** An admin has taken a place back. */
export async function composePlaceCanceled({ content, origin, secret }: LetterContent) {
  const { entry, generation, email, event } = content as PlaceContent;
  const token = await placeToken(secret, entry, generation);
  const title = oneLine(event.title);
  const letter = buttonLetter(origin, {
    to: email,
    subject: `Your reservation for ${title} was canceled`,
    before: [
      `Aloha, the organizers have canceled your reservation for ${title}.`,
      "If you think that this is a mistake, please answer this email.",
    ],
    link: { label: "Open your page", href: `${origin}/w/${token}` },
    after: ["On your page you can join the line again or erase what we keep about you."],
  });
  return { letter, token };
}

/** What the receipt says of a reservation: its subject, and where things stand. */
export function receiptWords({ state, party, hold_until: held }: Reservation, title: string, isConfirmed: boolean) {
  const places = placesOf(party, "a");
  const inLine = {
    subject: `You are on the waitlist for ${title}`,
    sentences: [
      isConfirmed
        ? "Free spots are offered by email, in the order of the waitlist."
        : "Please confirm this address on your page: free spots are offered by email, in the order of the waitlist, and only to confirmed addresses.",
    ],
  };
  switch (state) {
    case "placed":
      return held
        ? {
            subject: `Please confirm ${placesOf(party, "your")} at ${title}`,
            sentences: [
              `We hold ${places} for you until ${momentText(held)}. Please confirm on your page by then; after that ${party === 1 ? "it goes" : "they go"} to the next person on the waitlist, and you move to the end of it.`,
            ],
          }
        : {
            subject: `You have ${places} at ${title}`,
            sentences: [`You have ${places}. Your ticket is on your page.`],
          };
    case "offered":
      return {
        subject: `You are on the waitlist for ${title}`,
        sentences: ["A place is free for you: please accept or decline it on your page."],
      };
    case "waiting":
      return inLine;
    default:
      return {
        subject: `Your reservation for ${title}`,
        sentences: ["Your page shows where things stand, and how to join the line again."],
      };
  }
}
