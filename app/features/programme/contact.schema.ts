import { z } from "zod";
import { othersEmailField } from "../../platform/text/text.ts";

export const contactSchema = z.object({ email: othersEmailField });

export type ContactFields = z.input<typeof contactSchema>;
