import { z } from "zod";
import { optionalTextField, textField } from "../../platform/text/text.ts";
import { isDay } from "../../platform/text/typed-moments.ts";
import { typedDay } from "../../platform/text/written-moments.ts";
import { kindNames } from "./kinds.ts";
import { audiences, keeps } from "./questions.ts";

const badDay = "Enter a date that exists";
const mostOptions = 12;
const longestOption = 80;

export const questionSchema = z
  .object({
    text: textField({ label: "Question", empty: "Enter the question", max: 200 }),
    hint: optionalTextField("Hint", 200),
    kind: z.enum(kindNames, { errorMap: () => ({ message: "Choose a kind of answer" }) }),
    options: optionalTextField("Answers to choose from", 1000, true),
    is_required: z.boolean().default(false),
    asked_of: z.enum(audiences, { errorMap: () => ({ message: "Choose who is asked" }) }).default("all"),
    keep: z.enum(keeps, { errorMap: () => ({ message: "Choose when answers are erased" }) }).default("evening"),
    no_health: z.boolean().default(false),
    for_door: z.boolean().default(false),
    /** how many given answers the change may touch, once that was asked */
    agreed: z.number().int().min(1).max(1_000_000).optional(),
  })
  .superRefine(({ kind, options, keep, no_health: saysSo, for_door: isForDoor }, issues) => {
    const refuse = (field: string, message: string) => issues.addIssue({ code: "custom", path: [field], message });
    if (kind === "one" || kind === "several") {
      const lines = linesOf(options);
      if (lines.length < 2 || lines.length > mostOptions)
        refuse("options", `Enter 2 to ${mostOptions} answers, one per line`);
      else if (lines.some((line) => [...line].length > longestOption))
        refuse("options", `Each answer must be at most ${longestOption} characters`);
    }
    if (isForDoor && kind !== "yes-no")
      refuse("for_door", "Helpers see only a yes or no: choose that kind, or uncheck this");
    if (keep === "entry" && !saysSo) refuse("no_health", "Confirm it, or have the answers erased after the event");
  })
  .transform(({ no_health: _, hint, ...question }) => ({
    ...question,
    hint: hint ?? null,
    options: question.kind === "one" || question.kind === "several" ? linesOf(question.options) : [],
  }));

export const answersUntilSchema = z.object({
  answers_until: z
    .string({ invalid_type_error: badDay })
    .trim()
    .transform(typedDay)
    .refine(isDay, badDay)
    .optional()
    .transform((day) => day ?? null),
});

const linesOf = (text = "") => [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");

export type QuestionFields = z.input<typeof questionSchema>;
export type QuestionInput = z.output<typeof questionSchema>;

export const questionLabels = {
  text: "Question",
  hint: "Hint",
  kind: "Kind of answer",
  options: "Answers to choose from",
  is_required: "Required",
  asked_of: "Who is asked",
  keep: "When answers are erased",
  for_door: "Helpers see the answer at check-in",
} as const satisfies Record<Exclude<keyof QuestionFields, "no_health" | "agreed">, string>;
