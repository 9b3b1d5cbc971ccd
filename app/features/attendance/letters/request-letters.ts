import { greeting } from "../../../community.ts";
import { buttonLetter } from "../../mail/button-letter.tsx";
import { oneLine } from "../../mail/letter-parts.tsx";
import type { LetterContent } from "../../mail/post-office.server.ts";
import { inPlace, type Reservation, spotsOf } from "../reservations/reservation.ts";
import { factsOf, reservationContent } from "./reservation-letters.ts";
import { statusToken } from "./status-link.ts";

/** Says that a request to attend is turned down, or accepted while too few spots are free; a ticket says the rest. */
export const composeRequestAnswered = (given: LetterContent) =>
  requestLetter(given, ({ state, words, party, in_line: number }, title, at) =>
    state === "turned-down"
      ? {
          before: [`The organizers cannot accept your request to attend ${title}.`],
          words,
          after: "On your page you can erase what we keep about you.",
        }
      : {
          before: [
            `The organizers have accepted your request to attend ${title}, but not enough spots${at} are free now.`,
            `You are${number ? ` number ${number}` : ""} on the waitlist${at ? ` for spots${at}` : ""}. We email you when we can offer you ${spotsOf(party, "a")}.`,
          ],
          words: null,
          after: "If you cannot come anymore, please leave the waitlist there.",
        },
  );

export const composeRequestUndecided = (given: LetterContent) =>
  requestLetter(given, (_reservation, title) => ({
    before: [
      `You asked to attend ${title}. The organizers have not decided yet, so you have no spot.`,
      "If they accept your request after all, you get a ticket by email.",
    ],
    words: null,
    after: "If you cannot come anymore, you can withdraw your request there.",
  }));

interface Said {
  before: string[];
  words: string | null | undefined;
  after: string;
}

async function requestLetter(
  { content, origin, site, secret }: LetterContent,
  wordsFor: (reservation: Reservation, title: string, at: string) => Said,
) {
  const { entry, generation, email, event, reservation } = reservationContent.parse(content);
  const token = await statusToken(secret, entry, generation);
  const title = oneLine(event.title);
  const { before, words, after } = wordsFor(reservation, title, inPlace(event, reservation.attends));
  const letter = buttonLetter({
    ...{ origin, site, to: email },
    subject: `Your request to attend ${title}`,
    before: [`${greeting},`, ...before, ...factsOf(event, reservation)],
    words,
    link: { label: "Open your page", href: `${origin}/w/${token}` },
    after: [after],
  });
  return { letter, token };
}
