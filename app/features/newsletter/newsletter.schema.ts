import { z } from "zod";
import { emailField, honeypotField } from "../../platform/text/text.ts";

/** What people consent to; a new text needs a new version, which is stored with each request. */
export const newsletterConsent = {
  version: "2026-11-2",
  text: "You get our newsletter by email until you unsubscribe.",
} as const;

/** Where the form is that links lead to. */
export const newsletterFormPath = "/insights#newsletter";

export const newsletterSchema = z.object({ email: emailField, nickname2: honeypotField });

export const correctionSchema = newsletterSchema.pick({ email: true });
