import { z } from "zod";
import { textField } from "../platform/text/text.ts";

const longest = 2000;
const tooLong = "Note must be at most 2,000 characters";

export const noteSchema = z.object({
  note: textField({ label: "Note", empty: "Enter a note or leave it empty", max: longest, multiline: true })
    .refine((text) => [...text].length <= longest, tooLong)
    .optional(),
});
