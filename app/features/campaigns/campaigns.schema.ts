import { z } from "zod";
import { textField } from "../../platform/text/text.ts";
import { audiences, kinds } from "./campaign.ts";

export const wordsSchema = z.object({
  kind: z.enum(kinds),
  words: textField({
    label: "Your words",
    empty: "Enter some words or leave it empty",
    max: 2000,
    multiline: true,
  }).optional(),
  is_off: z.boolean().default(false),
});

export const ownWordsSchema = z.object({
  audience: z.enum(audiences),
  subject: textField({ label: "Subject", empty: "Enter a subject", max: 150 }),
  words: textField({ label: "Text", empty: "Enter the text", max: 5000, multiline: true }),
});

export const campaignIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
