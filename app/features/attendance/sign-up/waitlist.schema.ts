import { z } from "zod";
import {
  emailField,
  honeypotField,
  optionalTextField,
  othersEmailField,
  textField,
} from "../../../platform/text/text.ts";

/** The consent sentences by purpose of the list; a new wording gets a new version, which is stored with each entry. */
export const consents = {
  "this-event": {
    version: "2026-11-1",
    text: "By joining you agree to email updates about this event. Your information is never shared.",
  },
  "next-edition": {
    version: "2026-11-2",
    text: "By joining you agree to email updates about the next edition of this event. Your information is never shared.",
  },
  reservation: {
    version: "2026-11-6",
    text: "By signing up you agree to emails about this event and your reservation. If there is check-in, helpers there see your name and how many people you signed up.",
  },
} as const;

export type ListPurpose = keyof typeof consents;

/** The purpose of a consent version; `this-event` for an unknown version. */
export const purposeOf = (version: unknown): ListPurpose =>
  (["next-edition", "reservation"] as const).find((purpose) => consents[purpose].version === version) ?? "this-event";

/** The largest party that any event allows in one reservation. */
export const largestParty = 10;

const badParty = "Choose how many people come";

const nameField = (empty: string) =>
  textField({ label: "Name", empty, min: { length: 2, message: "Name must be at least 2 characters" }, max: 100 });

/** The choice of place for an event that meets both in a room and online. */
export const attendsField = z
  .enum(["room", "online"], { errorMap: () => ({ message: "Choose where you will take part" }) })
  .optional();

export const waitlistSchema = z.object({
  name: nameField("Enter your name"),
  email: emailField,
  nickname2: honeypotField,
  /** the number of people, for an event that takes reservations */
  party: z
    .string({ invalid_type_error: badParty })
    .regex(/^([1-9]|10)$/, badParty)
    .optional()
    .transform((people) => Number(people ?? 1)),
  attends: attendsField,
  /** the answer to the event's question */
  answer: optionalTextField("Your answer", 500, true),
  consent: z.unknown().transform((version) => consents[purposeOf(version)].version),
});

/** The fields of an entry that admins may correct. */
export const correctionSchema = z.object({ name: nameField("Enter a name"), email: othersEmailField });

/** The error for a form that was sent to a closed list. */
export const notJoined = "You were not added: the waitlist for this event is closed.";

/** The errors for a form that was sent while sign-up is not open; what was typed is kept. */
export const outOfTime = {
  early: "You were not signed up: sign-up for this event is not open yet.",
  late: "You were not signed up: sign-up for this event is over.",
};

/** The error, the same for everyone, at an event only for people with a reservation at another event. */
export const forGuests =
  "You were not signed up: this event is for people with a reservation at another one. They sign up on their own page.";

export const partyTooLarge = "Choose fewer people: this is more than one person can sign up for this event.";
