import { z } from "zod";
import { emailField, honeypotField } from "../../platform/text.ts";

export const newsletterSchema = z.object({ email: emailField, nickname2: honeypotField });

/** What admins may correct of a subscription. */
export const correctionSchema = newsletterSchema.pick({ email: true });
