import { z } from "zod";
import { textField } from "../../platform/text.ts";
import { kinds } from "./telling.ts";

/** What an admin adds to a letter, or nothing. */
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
