import { z } from "zod";
import { greeting } from "../../../community.ts";
import { momentText } from "../../../platform/text/site-time.ts";
import { dateAndTime, dateOf, type OwnEvent, timeOf, whereText } from "../../events/event/event.ts";
import { ownEventRow } from "../../events/event/event-rows.ts";
import { buttonLetter } from "../../mail/button-letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { LetterContent } from "../../mail/post-office.server.ts";
import { inPlace, itOrThem, type Reservation, spotsAreAvailable, spotsOf } from "../reservations/reservation.ts";
import { reservationRow } from "../reservations/reservation-rows.ts";
import { listHeaders, statusPath, statusToken, ticketPath } from "./status-link.ts";

export const reservationContent = z.object({
  entry: z.string(),
  generation: z.number(),
  email: z.string(),
  event: ownEventRow,
  reservation: reservationRow,
  has_workshops: z.boolean(),
  /** whether a ticket is the first since their request to attend was accepted */
  is_decided_now: z.boolean().default(false),
  /** when an offer ends if its email is accepted now */
  offer_ends_at: z.string().nullable(),
});

export const factsOf = (event: OwnEvent, { attends }: Reservation) => [
  dateAndTime(dateOf(event), timeOf(event)),
  whereText(event, attends),
];

/** Why to give spots up; empty once sign-up is over, because no one gets them then. */
const forOthers = ({ sign_up: signUp, party }: Reservation, whose?: "your") =>
  signUp === "open" ? `, so that someone else can have ${whose ? spotsOf(party, whose) : itOrThem(party)}` : "";

/** The check-in code in two groups, as it is read aloud: ABCD EFGH. */
export const spacedCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;

export async function composeOffer({ content, origin, site, secret }: LetterContent) {
  const { entry, generation, email, event, reservation, offer_ends_at: end } = reservationContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const { party } = reservation;
  const available = `${spotsAreAvailable(party)} for you at ${title}`;
  const letter = buttonLetter({
    origin,
    site,
    to: email,
    subject: available,
    before: [
      `${greeting},`,
      `${spotsAreAvailable(party)} for you${inPlace(event, reservation.attends)} at ${title}.`,
      ...factsOf(event, reservation),
      `We keep ${itOrThem(party)} for you until ${momentText(end ?? event.starts_at ?? "")}. Please accept or decline by then on your page.`,
    ],
    link: { label: "Accept or decline", href: `${origin}/w/${token}` },
    after: [
      `If you do nothing, we no longer keep ${itOrThem(party)} for you, and do not ask you again unless you join the waitlist again.`,
    ],
  });
  return { letter, token };
}

/** The ticket. Its code is in the text, so that it works for check-in offline; a spot online has no code. */
export async function composeTicket({ content, origin, site, secret }: LetterContent) {
  const {
    entry,
    generation,
    email,
    event,
    reservation,
    is_decided_now: isAccepted,
  } = reservationContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const at = inPlace(event, reservation.attends);
  const letter = buttonLetter({
    origin,
    site,
    to: email,
    subject: reservation.code ? `Your ticket for ${title}` : `Your spot online at ${title}`,
    before: [
      `${greeting},`,
      ...(isAccepted ? [`The organizers have accepted your request to attend ${title}.`] : []),
      `${reservation.party > 1 ? `Your ${reservation.party} spots${at} at ${title} are` : `Your spot${at} at ${title} is`} confirmed.`,
      ...factsOf(event, reservation),
      reservation.code
        ? `At the door, show your ticket or say this code: ${spacedCode(reservation.code)}`
        : "The link to join is on your page once the organizers have entered it.",
    ],
    words: isAccepted ? reservation.words : null,
    link: reservation.code
      ? { label: "Open your ticket", href: origin + (await ticketPath(token)) }
      : { label: "Open your page", href: `${origin}/w/${token}` },
    after: reservation.code
      ? [
          "Someone else with the ticket or the code can be let in instead of you, but can change nothing.",
          `If you can’t make it, please give up your reservation on your page${forOthers(reservation, "your")}: ${origin}/w/${token}`,
          "Keep the link to your page to yourself: anyone who has it can give up your reservation.",
        ]
      : [
          `If you can’t make it, please give up your reservation there${forOthers(reservation, "your")}.`,
          "Keep the link to your page to yourself: anyone who has it can give up your reservation.",
        ],
  });
  return { letter, token };
}

export async function composeReservationCanceled({ content, origin, site, secret }: LetterContent) {
  const {
    entry,
    generation,
    email,
    event,
    reservation,
    has_workshops: hasWorkshops,
  } = reservationContent.parse(content);
  const canJoin = reservation.sign_up === "open" || reservation.sign_up === "line";
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const letter = buttonLetter({
    origin,
    site,
    to: email,
    subject: `Your sign-up for ${title} was canceled`,
    before: [
      `${greeting},`,
      `The organizers have canceled your sign-up for ${title}.${hasWorkshops ? " Any spots that you took with it at its workshops are canceled, too." : ""}`,
      `If you think that this is a mistake, please write to ${site.email}.`,
    ],
    link: { label: "Open your page", href: `${origin}/w/${token}` },
    after: [
      canJoin
        ? "On your page you can sign up again or erase what we keep about you."
        : "On your page you can erase what we keep about you.",
    ],
  });
  return { letter, token };
}

/** Sends the link of an online event, an hour before it starts. */
export async function composeJoinLink(given: LetterContent) {
  const { event } = reservationContent.parse(given.content);
  const title = oneLine(event.title);
  return joinLetter(given, `The link to join: ${title}`, [
    `${title} starts soon.`,
    dateAndTime(dateOf(event), timeOf(event)),
  ]);
}

export async function composeJoinLinkReplaced(given: LetterContent) {
  const { event } = reservationContent.parse(given.content);
  const title = oneLine(event.title);
  return joinLetter(given, `New link to join: ${title}`, [
    `The organizers have replaced the link to join ${title}. Please use this one instead of the earlier one.`,
    dateAndTime(dateOf(event), timeOf(event)),
  ]);
}

async function joinLetter({ content, origin, site, secret }: LetterContent, subject: string, said: string[]) {
  const { entry, generation, email, reservation } = reservationContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const letter = buttonLetter({
    ...{ origin, site, to: email, subject },
    before: [`${greeting},`, ...said],
    link: { label: "Join online", href: reservation.join_url ?? "" },
    after: [
      reservation.party > 1
        ? "The link is for you and the people you signed up: please do not pass it on to others."
        : "The link is for you: please do not pass it on.",
      `You get this email because you have a spot. If you can’t make it, you can give it up on your page: ${origin}/w/${token}`,
    ],
  });
  return { letter, token };
}

/** Asks some days before the event whether people are still coming; doing nothing keeps the spot. */
export async function composeStillComing({ content, origin, site, secret }: LetterContent) {
  const { entry, generation, email, event, reservation } = reservationContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const { party } = reservation;
  const page = origin + statusPath(token);
  const letter = buttonLetter({
    origin,
    site,
    to: email,
    subject: `Are you still coming? ${title}`,
    before: [
      `${greeting},`,
      `You have ${spotsOf(party, "a")} at ${title}. Are you still coming?`,
      ...factsOf(event, reservation),
    ],
    link: { label: "Answer on your page", href: page },
    after: [
      `If you do nothing, you keep ${spotsOf(party, "your")}. If you can’t make it, please give ${itOrThem(party)} up there${forOthers(reservation)}.`,
      "Keep the link to yourself: anyone who has it can give up your reservation.",
    ],
    wayOut: { label: "Give up your reservation", href: `${page}#leave` },
  });
  return { letter: { ...letter, headers: listHeaders(event, origin, statusPath(token)) }, token };
}
