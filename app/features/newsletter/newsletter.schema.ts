import { z } from "zod";
import { emailField, honeypotField } from "../../platform/text.ts";

export const newsletterSchema = z.object({ email: emailField, nickname2: honeypotField });
