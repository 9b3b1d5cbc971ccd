import { z } from "zod";
import { kindNames } from "./kinds.ts";
import { audiences, keeps } from "./questions.ts";

const kind = z.enum(kindNames);
const keep = z.enum(keeps);

export const questionRow = z.object({
  id: z.string(),
  kind,
  text: z.string(),
  hint: z.string().nullable(),
  options: z.array(z.string()),
  is_required: z.boolean(),
  asked_of: z.enum(audiences),
  keep,
  for_door: z.boolean(),
});

export const givenAnswer = z.object({
  id: z.string(),
  question: z.string(),
  kind,
  options: z.array(z.string()),
  keep,
  value: z.array(z.string()),
});

export const ownQuestions = z.object({
  /** null if no end is known */
  until: z.string().nullable(),
  questions: z.array(questionRow.extend({ value: z.array(z.string()), kept: z.array(z.string()) })),
});
