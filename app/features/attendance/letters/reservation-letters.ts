import { z } from "zod";
import { greeting } from "../../../community.ts";
import { momentText } from "../../../platform/text/site-time.ts";
import { dateAndTime, dateOf, type OwnEvent, timeOf, whereText } from "../../events/event/event.ts";
import { ownEventRow } from "../../events/event/event-rows.ts";
import { type Block, buttonTo, linksTo, writeLetter, written } from "../../mail/letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { Composers, LetterContent } from "../../mail/post-office.server.ts";
import { inPlace, itOrThem, type Reservation, spotsAreAvailable, spotsOf } from "../reservations/reservation.ts";
import { reservationRow } from "../reservations/reservation-rows.ts";
import { listHeaders, statusPath, statusToken, ticketPath } from "./status-link.ts";

const reservationContent = z.object({
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

interface Spot extends Omit<z.output<typeof reservationContent>, "email"> {
  /** the event's, in one line */
  title: string;
  /** URL of the status page */
  page: string;
  token: string;
}

/** An email to a person with a reservation. @param write gives its subject, its parts after `${greeting},` and its headers */
export async function spotLetter(
  { content, origin, site, secret }: LetterContent,
  write: (spot: Spot) => { subject: string; blocks: (Block | null)[]; headers?: Record<string, string> },
) {
  const { email, ...spot } = reservationContent.parse(content);
  const token = await statusToken(secret, spot.entry, spot.generation);
  const page = origin + statusPath(token);
  const { subject, blocks, headers } = write({ ...spot, title: oneLine(spot.event.title), page, token });
  const letter = writeLetter({ origin, site }, subject, [`${greeting},`, ...blocks]);
  return { letter: { to: email, ...letter, ...(headers ? { headers } : {}) }, token };
}

export const composeOffer = (given: LetterContent) =>
  spotLetter(given, ({ event, reservation, offer_ends_at: end, title, page }) => {
    const { party } = reservation;
    return {
      subject: `${spotsAreAvailable(party)} for you at ${title}`,
      blocks: [
        `${spotsAreAvailable(party)} for you${inPlace(event, reservation.attends)} at ${title}.`,
        ...factsOf(event, reservation),
        `We keep ${itOrThem(party)} for you until ${momentText(end ?? event.starts_at ?? "")}. Please accept or decline by then on your page.`,
        buttonTo("Accept or decline", page),
        `If you do nothing, we no longer keep ${itOrThem(party)} for you, and do not ask you again unless you join the waitlist again.`,
      ],
    };
  });

/** The ticket. Its code is in the text, so that it works for check-in offline; a spot online has no code. */
export async function composeTicket(given: LetterContent) {
  const { entry, generation } = reservationContent.parse(given.content);
  const ticket = given.origin + (await ticketPath(await statusToken(given.secret, entry, generation)));
  return spotLetter(given, ({ event, reservation, is_decided_now: isAccepted, title, page }) => {
    const { code, party, words } = reservation;
    const at = inPlace(event, reservation.attends);
    const giveUp = "If you can’t make it, please give up your reservation";
    const keep = "Keep the link to your page to yourself: anyone who has it can give up your reservation.";
    const others = forOthers(reservation, "your");
    return {
      subject: code ? `Your ticket for ${title}` : `Your spot online at ${title}`,
      blocks: [
        isAccepted ? `The organizers have accepted your request to attend ${title}.` : null,
        `${party > 1 ? `Your ${party} spots${at} at ${title} are` : `Your spot${at} at ${title} is`} confirmed.`,
        ...factsOf(event, reservation),
        code
          ? `At the door, show your ticket or say this code: ${spacedCode(code)}`
          : "The link to join is on your page once the organizers have entered it.",
        isAccepted && words ? written(words, given.origin) : null,
        ...(code
          ? [
              buttonTo("Open your ticket", ticket),
              "Someone else with the ticket or the code can be let in instead of you, but can change nothing.",
              `${giveUp} on your page${others}: ${page}`,
            ]
          : [buttonTo("Open your page", page), `${giveUp} there${others}.`]),
        keep,
      ],
    };
  });
}

export const composeReservationCanceled = (given: LetterContent) =>
  spotLetter(given, ({ reservation, has_workshops: hasWorkshops, title, page }) => ({
    subject: `Your sign-up for ${title} was canceled`,
    blocks: [
      `The organizers have canceled your sign-up for ${title}.${hasWorkshops ? " Any spots that you took with it at its workshops are canceled, too." : ""}`,
      `If you think that this is a mistake, please write to ${given.site.email}.`,
      buttonTo("Open your page", page),
      reservation.sign_up === "open" || reservation.sign_up === "line"
        ? "On your page you can sign up again or erase what we keep about you."
        : "On your page you can erase what we keep about you.",
    ],
  }));

/** Sends the link of an online event, an hour before it starts. */
export const composeJoinLink = (given: LetterContent) =>
  spotLetter(given, (spot) => ({
    subject: `The link to join: ${spot.title}`,
    blocks: [`${spot.title} starts soon.`, ...joining(spot)],
  }));

export const composeJoinLinkReplaced = (given: LetterContent) =>
  spotLetter(given, (spot) => ({
    subject: `New link to join: ${spot.title}`,
    blocks: [
      `The organizers have replaced the link to join ${spot.title}. Please use this one instead of the earlier one.`,
      ...joining(spot),
    ],
  }));

const joining = ({ event, reservation, page }: Spot) => [
  dateAndTime(dateOf(event), timeOf(event)),
  buttonTo("Join online", reservation.join_url ?? ""),
  reservation.party > 1
    ? "The link is for you and the people you signed up: please do not pass it on to others."
    : "The link is for you: please do not pass it on.",
  `You get this email because you have a spot. If you can’t make it, you can give it up on your page: ${page}`,
];

/** Asks some days before the event whether people are still coming; doing nothing keeps the spot. */
export const composeStillComing = (given: LetterContent) =>
  spotLetter(given, ({ event, reservation, title, page, token }) => {
    const { party } = reservation;
    return {
      subject: `Are you still coming? ${title}`,
      blocks: [
        `You have ${spotsOf(party, "a")} at ${title}. Are you still coming?`,
        ...factsOf(event, reservation),
        buttonTo("Answer on your page", page),
        `If you do nothing, you keep ${spotsOf(party, "your")}. If you can’t make it, please give ${itOrThem(party)} up there${forOthers(reservation)}.`,
        "Keep the link to yourself: anyone who has it can give up your reservation.",
        linksTo([{ label: "Give up your reservation", href: `${page}#leave` }]),
      ],
      headers: listHeaders(event, given.origin, statusPath(token)),
    };
  });

export const reservationLetters = {
  "reservation-offer": composeOffer,
  "reservation-ticket": composeTicket,
  "reservation-canceled": composeReservationCanceled,
  "join-link": composeJoinLink,
  "join-link-replaced": composeJoinLinkReplaced,
  "still-coming": composeStillComing,
} satisfies Composers;
