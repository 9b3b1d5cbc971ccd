import { z } from "zod";
import { emailField, honeypotField, textField } from "../../platform/text.ts";

export const waitlistSchema = z.object({
  name: textField({
    label: "Name",
    empty: "Enter your name",
    min: { length: 2, message: "Name must be at least 2 characters" },
    max: 100,
  }),
  email: emailField,
  nickname2: honeypotField,
});

/** The sentence people agree to; the version is stored with each entry and changes with the words. */
export const consent = {
  version: "2026-11-1",
  text: "By joining you agree to email updates about this event. Your information is never shared.",
};
