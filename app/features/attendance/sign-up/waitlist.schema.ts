import { z } from "zod";
import {
  emailField,
  honeypotField,
  optionalTextField,
  othersEmailField,
  textField,
} from "../../../platform/text/text.ts";

/** The sentences people agree to, by what the list is for; new words get a new version, which is stored with each entry. */
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

/** What a version names; `this-event` for one that no form of ours has. */
export const purposeOf = (version: unknown): ListPurpose =>
  (["next-edition", "reservation"] as const).find((purpose) => consents[purpose].version === version) ?? "this-event";

/** How many people one reservation may be for where an event allows the most. */
export const largestParty = 10;

const badParty = "Choose how many people come";

const nameField = (empty: string) =>
  textField({ label: "Name", empty, min: { length: 2, message: "Name must be at least 2 characters" }, max: 100 });

/** Of an event that meets in a room and online. */
export const attendsField = z
  .enum(["room", "online"], { errorMap: () => ({ message: "Choose where you will take part" }) })
  .optional();

export const waitlistSchema = z.object({
  name: nameField("Enter your name"),
  email: emailField,
  nickname2: honeypotField,
  /** of an event that takes reservations */
  party: z
    .string({ invalid_type_error: badParty })
    .regex(/^([1-9]|10)$/, badParty)
    .optional()
    .transform((people) => Number(people ?? 1)),
  attends: attendsField,
  /** to its question */
  answer: optionalTextField("Your answer", 500, true),
  consent: z.unknown().transform((version) => consents[purposeOf(version)].version),
});

/** What admins may correct of an entry. */
export const correctionSchema = z.object({ name: nameField("Enter a name"), email: othersEmailField });

/** What somebody reads whose form came to a list that is closed. */
export const notJoined = "You were not added: the waitlist for this event is closed.";

/** What somebody reads whose form came while nobody can sign up; what they typed is kept. */
export const outOfTime = {
  early: "You were not signed up: sign-up for this event is not open yet.",
  late: "You were not signed up: sign-up for this event is over.",
};

/** What whoever sends a form reads where only who has a reservation at another event can sign up; the same to all of them. */
export const forGuests =
  "You were not signed up: this event is for people with a reservation at another one. They sign up on their own page.";

export const partyTooLarge = "Choose fewer people: this is more than one person can sign up for this event.";
