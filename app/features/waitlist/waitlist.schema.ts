import { z } from "zod";
import { emailField, honeypotField, textField } from "../../platform/text.ts";

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
} as const;

export type ListPurpose = keyof typeof consents;

/** What a version names; `this-event` for one that no form of ours has. */
export const purposeOf = (version: unknown): ListPurpose =>
  version === consents["next-edition"].version ? "next-edition" : "this-event";

export const waitlistSchema = z.object({
  name: textField({
    label: "Name",
    empty: "Enter your name",
    min: { length: 2, message: "Name must be at least 2 characters" },
    max: 100,
  }),
  email: emailField,
  nickname2: honeypotField,
  consent: z.unknown().transform((version) => consents[purposeOf(version)].version),
});

/** What admins may correct of an entry. */
export const correctionSchema = waitlistSchema.pick({ name: true, email: true });

/** What somebody reads whose form came to a list that is closed. */
export const notJoined = "You were not added: the waitlist for this event is closed.";
