import { z } from "zod";
import { othersEmailField } from "../../platform/text/text.ts";

/** The email address at which a speaker is asked for corrections. */
export const contactSchema = z.object({ email: othersEmailField });

export type ContactFields = z.input<typeof contactSchema>;
