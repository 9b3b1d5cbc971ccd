import { z } from "zod";
import { emailField, trapField } from "../../platform/text.ts";

export const newsletterSchema = z.object({ email: emailField, nickname2: trapField });
