import { type Block, buttonTo, written } from "../../mail/letter.tsx";
import type { Composers, LetterContent } from "../../mail/post-office.server.ts";
import { inPlace, spotsOf } from "../reservations/reservation.ts";
import { factsOf, spotLetter } from "./reservation-letters.ts";

/** Says that a request to attend is turned down, or accepted while too few spots are free; a ticket says the rest. */
export const composeRequestAnswered = (given: LetterContent) =>
  spotLetter(given, ({ event, reservation, title, page }) => {
    const { state, words, party, attends, in_line: number } = reservation;
    const at = inPlace(event, attends);
    const facts = factsOf(event, reservation);
    const button = buttonTo("Open your page", page);
    const blocks: (Block | null)[] =
      state === "turned-down"
        ? [
            `The organizers cannot accept your request to attend ${title}.`,
            ...facts,
            words ? written(words, given.origin) : null,
            button,
            "On your page you can erase what we keep about you.",
          ]
        : [
            `The organizers have accepted your request to attend ${title}, but not enough spots${at} are free now.`,
            `You are${number ? ` number ${number}` : ""} on the waitlist${at ? ` for spots${at}` : ""}. We email you when we can offer you ${spotsOf(party, "a")}.`,
            ...facts,
            button,
            "If you cannot come anymore, please leave the waitlist there.",
          ];
    return { subject: `Your request to attend ${title}`, blocks };
  });

export const composeRequestUndecided = (given: LetterContent) =>
  spotLetter(given, ({ event, reservation, title, page }) => ({
    subject: `Your request to attend ${title}`,
    blocks: [
      `You asked to attend ${title}. The organizers have not decided yet, so you have no spot.`,
      "If they accept your request after all, you get a ticket by email.",
      ...factsOf(event, reservation),
      buttonTo("Open your page", page),
      "If you cannot come anymore, you can withdraw your request there.",
    ],
  }));

export const requestLetters = {
  "request-answered": composeRequestAnswered,
  "request-undecided": composeRequestUndecided,
} satisfies Composers;
