import { numberText } from "../../../platform/text/number-text.ts";
import { pluralize } from "../../../platform/text/pluralize.ts";
import type { Event } from "../../events/event/event.ts";
import type { PersonState } from "./person-words.ts";

/** The most people to whom something can be done at once; `stage_bulk_action` says the same. */
export const mostAtOnce = 500;

const people = (count: number) => pluralize(count, "person", "people");

export const verbs = {
  told: {
    label: "Mark as notified",
    title: "Mark as notified",
    question: (count: number) => `Mark ${people(count)} as notified?`,
    done: (count: number) => `${people(count)} marked as notified.`,
  },
  give: {
    label: "Give a spot",
    title: "Give spots",
    question: (count: number) => `Give ${people(count)} a spot?`,
    done: (count: number) => `${people(count)} now ${count === 1 ? "has" : "have"} a spot.`,
  },
  accept: {
    label: "Accept",
    title: "Accept requests",
    question: (count: number) => `Accept ${people(count)}?`,
    done: (count: number) => `${people(count)} accepted.`,
  },
  "turn-down": {
    label: "Turn down",
    title: "Turn down requests",
    question: (count: number) => `Turn down the request of ${people(count)}?`,
    done: (count: number) => `The request of ${people(count)} was turned down.`,
  },
  "check-in": {
    label: "Check in",
    title: "Check in",
    question: (count: number) => `Check in ${people(count)}?`,
    done: (count: number) => `${people(count)} checked in.`,
  },
  clear: {
    label: "Not spam",
    title: "Not spam",
    question: (count: number) => `Mark ${people(count)} as not spam?`,
    done: (count: number) => `${people(count)} marked as not spam.`,
  },
  cancel: {
    label: "Cancel",
    title: "Cancel sign-ups",
    question: (count: number) => `Cancel the sign-up of ${people(count)}?`,
    done: (count: number) => `The sign-up of ${people(count)} was canceled.`,
  },
} as const;

export type Verb = keyof typeof verbs;

export const isVerb = (text: unknown): text is Verb => typeof text === "string" && Object.hasOwn(verbs, text);

/** Why a person is left out, as the database's judge_bulk_action calls it. */
export const leftOut = {
  spam: "Suspected spam",
  notified: "Already notified",
  news: "The event has changed since they were chosen",
  "on-its-way": "An email about the event is on its way to them, or it is uncertain whether it arrived",
  "has-spot": "Has a spot already",
  "has-offer": "Has an offer already",
  "not-waiting": "Not on the waitlist for a spot",
  full: "Not enough spots are free for the party",
  unconfirmed: "Address not confirmed",
  "not-asking": "Does not ask to attend, or the request is decided already",
  "no-date": "Requests can be accepted once visitors see the event with its date, until it is over",
  "not-next": "Others are before them on the waitlist",
  closed: "Spots can be given only while sign-up is open",
  "checked-in": "Checked in already",
  "no-reservation": "Has no spot, offer or waitlist position",
  "not-spam": "Not suspected spam",
  duplicate: "The address is on the list already, so this entry can only be removed",
  "no-spot": "Has no spot",
  online: "Takes part online",
  door: "Check-in is possible from two hours before the start until 28 hours after the end",
} as const;

export function verbsFor(
  { takes_reservations, admission, meets }: Pick<Event, "takes_reservations" | "admission" | "meets">,
  state: PersonState,
  hasSender: boolean,
): { verb: Verb | "email"; label: string }[] {
  const decisions: Verb[] =
    admission === "asked" || state === "asked" || state === "asked-unconfirmed" ? ["accept", "turn-down"] : [];
  const possible: Verb[] =
    state === "spam"
      ? ["clear"]
      : takes_reservations
        ? [...decisions, "told", "give", ...(meets === "online" ? [] : (["check-in"] as const)), "cancel"]
        : ["told"];
  const shown = possible.map((verb) => ({ verb, label: verbs[verb].label }));
  return hasSender && state !== "spam" ? [...shown, { verb: "email", label: "Write an email" }] : shown;
}

interface Circumstances {
  hasSender: boolean;
  /** the host that is sent name and address of people who are not spam */
  endpoint: string | null;
  spots: number;
  takesReservations: boolean;
  areAskedFor: boolean;
  workshops: number;
  unconfirmed: number;
}

/** What happens with it, which emails leave, and whether it can be undone. */
export function consequencesOf(verb: Verb, circumstances: Circumstances): string[] {
  const { hasSender, endpoint, spots, takesReservations, areAskedFor, workshops, unconfirmed } = circumstances;
  const undone = "You can undo this for an hour.";
  const final = "This cannot be undone.";
  const quiet = "This site sends no email: tell them yourself, then mark them as notified.";
  switch (verb) {
    case "told":
      return ["No email leaves: this records that you have notified them yourself.", undone];
    case "give":
      return [
        `They get ${pluralize(spots, "spot", "spots")} together.`,
        ...(hasSender ? ["Each gets an email with the ticket, right away.", final] : [quiet, undone]),
      ];
    case "accept":
      if (spots === 0)
        return [
          "Not enough spots are free. They are offered the next ones in the order of the waitlist.",
          ...(hasSender ? ["Each gets an email that says so, right away.", final] : [quiet, undone]),
        ];
      return [
        `They get ${pluralize(spots, "spot", "spots")} together.`,
        ...(hasSender
          ? ["Each gets an email with the ticket and the words below, right away.", final]
          : [quiet, undone]),
      ];
    case "turn-down":
      return [
        "Their page says so, with the words below.",
        ...(hasSender
          ? [
              unconfirmed > 0
                ? `Each gets an email with the same words, right away, except ${people(unconfirmed)} without a confirmed address.`
                : "Each gets an email with the same words, right away.",
              final,
            ]
          : [quiet, undone]),
      ];
    case "check-in":
      return [
        `They are recorded as having come, with everyone in their party: ${people(spots)}.`,
        "No email leaves.",
        undone,
      ];
    case "clear":
      return [
        areAskedFor
          ? "They ask to attend again, which is not decided."
          : takesReservations
            ? "They go to the end of the waitlist."
            : "They join the others who signed up.",
        ...(endpoint
          ? [`Names and email addresses are also sent to ${endpoint}, right away.`, final]
          : ["No email leaves.", undone]),
      ];
    case "cancel":
      return [
        "They lose their spots, offers and waitlist positions.",
        ...(workshops > 0
          ? [`${people(workshops)} also ${workshops === 1 ? "loses" : "lose"} spots at workshops, for good.`]
          : []),
        ...(hasSender
          ? [
              `Each gets an email that says so, and free spots are offered to the next on the waitlist${workshops > 0 ? ", at the workshops, too" : ""}.`,
              final,
            ]
          : [quiet, undone]),
      ];
  }
}

/** What people read with a decision, unless an admin writes something else. */
export const defaultWords: Partial<Record<Verb, string>> = {
  accept: "We look forward to seeing you.",
  "turn-down": "Thank you for asking. We are sorry that we cannot offer you a spot.",
};

/** "10 people now have a spot. 2 left out." */
export const resultOf = (verb: Verb, { done, inLine, left }: { done: number; inLine: number; left: number }) =>
  [
    done > 0 ? verbs[verb].done(done) : inLine > 0 ? "" : "Nothing was changed.",
    ...(inLine > 0 ? [`${people(inLine)} put on the waitlist.`] : []),
    ...(left > 0 ? [`${numberText(left)} left out.`] : []),
  ]
    .filter(Boolean)
    .join(" ");
