import { z } from "zod";
import { emailField, honeypotField, othersEmailField, textField } from "../../../platform/text/text.ts";
import { attendances, listPurposes } from "../../events/event/event-states.ts";

export type ListPurpose = (typeof listPurposes)[number];

/** What people agree to; a new wording gets a new version, which is stored with each entry. */
const agreements: Record<ListPurpose, { version: string; text: string }> = {
  "this-event": { version: "2026-11-7", text: "By joining you agree to email updates about this event." },
  "next-edition": {
    version: "2026-11-8",
    text: "By joining you agree to email updates about the next edition of this event.",
  },
  reservation: {
    version: "2026-11-9",
    text: "By signing up you agree to emails about this event and your reservation.",
  },
  request: {
    version: "2026-11-10",
    text: "By asking you agree to emails about this event and your request.",
  },
};

const forwarded = "-forwarded";

/**
 * The consent sentence of a list and its version. It names `service`, the host that each entry is also sent to (null:
 * none): a promise that nobody else sees an entry would be untrue there.
 */
export function consentOf(purpose: ListPurpose, service: string | null): { version: string; text: string } {
  const { version, text } = agreements[purpose];
  const door =
    purpose === "reservation" || purpose === "request"
      ? " If there is check-in, helpers there see your name and how many people you signed up."
      : "";
  return service
    ? {
        version: `${version}${forwarded}`,
        text: `${text} Your information is never shared except with ${service}, which keeps the list for the organizers.${door}`,
      }
    : { version, text: `${text} Your information is never shared. Only the organizers see it.${door}` };
}

const isVersionOf = (version: unknown) => (purpose: ListPurpose) =>
  [agreements[purpose].version, `${agreements[purpose].version}${forwarded}`].some((each) => each === version);

/** The consent sentence that was stored as `version`; null if its words are not in use anymore. */
export const consentTextOf = (version: string, service: string | null): string | null =>
  listPurposes
    .flatMap((purpose) => [consentOf(purpose, null), consentOf(purpose, service)])
    .find((each) => each.version === version)?.text ?? null;

/** The purpose of a consent version; `this-event` for an unknown version. */
export const purposeOf = (version: unknown): ListPurpose => listPurposes.find(isVersionOf(version)) ?? "this-event";

export const largestParty = 10;

const badParty = "Choose how many people come";

const nameField = (empty: string) =>
  textField({ label: "Name", empty, min: { length: 2, message: "Name must be at least 2 characters" }, max: 100 });

export const attendsField = z
  .enum(attendances, { errorMap: () => ({ message: "Choose where you will take part" }) })
  .optional();

export const waitlistSchema = z.object({
  name: nameField("Enter your name"),
  email: emailField,
  nickname2: honeypotField,
  party: z
    .string({ invalid_type_error: badParty })
    .regex(/^([1-9]|10)$/, badParty)
    .optional()
    .transform((people) => Number(people ?? 1)),
  attends: attendsField,
  consent: z
    .string()
    .refine((version) => listPurposes.some(isVersionOf(version)))
    .catch(agreements["this-event"].version),
});

export const correctionSchema = z.object({ name: nameField("Enter a name"), email: othersEmailField });

export const notJoined = "You were not added: the waitlist for this event is closed.";

/** The errors for a form that was sent while sign-up is not open; what was typed is kept. */
export const outOfTime = {
  early: "You were not signed up: sign-up for this event is not open yet.",
  late: "You were not signed up: sign-up for this event is over.",
};

/** The error, the same for everyone, at an event only for people with a reservation at another event. */
export const forGuests =
  "You were not signed up: this event is for people with a reservation at another one. They sign up on their own page.";

/** The error if questions that nothing is wrong with were refused: they changed since the page was shown. */
export const otherQuestions =
  "The questions of this event have just changed. Check your answers, and send the form again.";

export const partyTooLarge = "Choose fewer people: this is more than one person can sign up for this event.";
