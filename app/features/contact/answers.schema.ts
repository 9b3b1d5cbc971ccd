import { z } from "zod";
import { textField } from "../../platform/text/text.ts";

const longest = 5000;

export const answerSchema = z.object({
  answer: textField({ label: "Answer", empty: "Enter your answer", max: longest, multiline: true }).refine(
    (text) => [...text].length <= longest,
    "Answer must be at most 5,000 characters",
  ),
  is_done: z.boolean().default(false),
});
