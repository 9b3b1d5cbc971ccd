import { z } from "zod";
import { emailField, honeypotField } from "../../platform/text/text.ts";

/** The consent text; a changed text requires a new version, which is stored with each request. */
export const seriesConsent = {
  version: "2026-11-1",
  text: "You get an email about each new edition until you unsubscribe.",
} as const;

export const subscriptionSchema = z.object({ email: emailField, nickname2: honeypotField });
