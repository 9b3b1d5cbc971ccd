import { z } from "zod";
import { othersEmailField } from "../../platform/text/text.ts";

/** Where a speaker is asked for corrections. */
export const contactSchema = z.object({ email: othersEmailField });

export type ContactFields = z.input<typeof contactSchema>;
