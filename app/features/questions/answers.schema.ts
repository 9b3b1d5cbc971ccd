import { z } from "zod";
import { lengthOf, optionalTextField, pastedText, pileOfMarks, textField } from "../../platform/text/text.ts";
import {
  type Answers,
  choicesOf,
  fieldOf,
  largestNumber,
  longestLongAnswer,
  longestShortAnswer,
  type Question,
} from "./questions.ts";

const answerField = /^q-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** More than the questions of one form. */
const mostAnswers = 20;

/** In code points, before normalization. */
const longestAnswer = 4 * longestLongAnswer;

/** The answers in a form, by the ids of their questions, before anybody knows what was asked; empty ones are left out. */
export function answersIn(form: FormData): Answers {
  const names = [...new Set(form.keys())].filter((name) => answerField.test(name)).slice(0, mostAnswers);
  const given = names.map((name) => {
    const texts = form
      .getAll(name)
      .filter((value) => typeof value === "string")
      .slice(0, mostAnswers);
    const typed = texts
      .filter((text) => text.trim() !== "")
      .map((text) => (isUsable(text) ? pastedText(text, true) : ""));
    return [answerField.exec(name)?.[1] ?? "", typed] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value.length > 0));
}

const isUsable = (text: string) => lengthOf(text) <= longestAnswer && !pileOfMarks.test(text);

/** The schema of the fields of questions, which names each question in its errors. */
export const answersSchema = (questions: readonly Question[]) =>
  z.object(Object.fromEntries(questions.map((question) => [fieldOf(question), fieldSchema(question)])));

/** Answers as the schema returns them, for the database. */
export const answersOf = (
  questions: readonly Question[],
  values: Record<string, string | string[] | undefined>,
): Answers =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const value = [values[fieldOf(question)] ?? []].flat();
      return value.length > 0 ? [[question.id, value]] : [];
    }),
  );

export const answersFormSchema = (questions: readonly Question[]) =>
  answersSchema(questions).transform((fields) => answersOf(questions, fields));

/**
 * Whether a form can require an answer. What is asked of one place alone is required only there, which a browser cannot
 * know where people choose between the room and online (`hasChoice`).
 */
export const isAlwaysRequired = ({ is_required: isRequired, asked_of: whom }: Question, hasChoice: boolean) =>
  isRequired && !(hasChoice && whom !== "all");

export const constraintsOf = (questions: readonly Question[], hasChoice: boolean) =>
  Object.fromEntries(
    questions.map((question) => [
      fieldOf(question),
      constraintOf({ ...question, is_required: isAlwaysRequired(question, hasChoice) }),
    ]),
  );

function constraintOf({ kind, is_required: required }: Question) {
  switch (kind) {
    case "short":
      return { required, maxLength: longestShortAnswer };
    case "long":
      return { required, maxLength: longestLongAnswer };
    case "number":
      return { required, min: 0, max: largestNumber, step: 1 };
    case "one":
    case "yes-no":
      return { required };
    case "several":
      return {};
  }
}

function fieldSchema(question: Question): z.ZodType<string | string[] | undefined, z.ZodTypeDef, unknown> {
  const { kind, text, is_required: isRequired } = question;
  const offered: string[] = choicesOf(question).map(({ value }) => value);
  const label = `Your answer to “${text}”`;
  const empty = `Answer “${text}”`;
  switch (kind) {
    case "short":
    case "long": {
      const max = kind === "short" ? longestShortAnswer : longestLongAnswer;
      return isRequired
        ? textField({ label, empty, max, multiline: kind === "long" })
        : optionalTextField(label, max, kind === "long");
    }
    case "number": {
      const digits = z
        .string({ required_error: empty, invalid_type_error: empty })
        .transform((typed) => typed.trim())
        .pipe(z.string().regex(/^[0-9]{1,6}$/, `Answer “${text}” with a whole number from 0 to 999,999`));
      return isRequired ? digits : digits.optional();
    }
    case "one":
    case "yes-no": {
      const choice = z
        .string({ required_error: empty, invalid_type_error: empty })
        .refine((value) => offered.includes(value), `Choose one of the answers to “${text}”`);
      return isRequired ? choice : choice.optional();
    }
    case "several": {
      // An empty field is undefined here.
      const choices = z
        .array(z.string().optional())
        .max(offered.length)
        .transform((values) => values.filter((value) => value !== undefined))
        .refine((value) => value.every((each) => offered.includes(each)), `Choose among the answers to “${text}”`);
      return isRequired ? choices.refine((value) => value.length > 0, empty) : choices;
    }
  }
}
