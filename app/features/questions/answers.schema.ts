import { z } from "zod";
import { lengthOf, pastedText, pileOfMarks } from "../../platform/text/text.ts";
import { kinds, longestLongAnswer } from "./kinds.ts";
import { type Answers, choicesOf, fieldOf, type Question } from "./questions.ts";

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

/** A browser cannot require one check box of several. */
function constraintOf({ kind, is_required: required }: Question) {
  const { control, constraint } = kinds[kind];
  return control === "checks" ? constraint : { required, ...constraint };
}

const fieldSchema = (question: Question) =>
  kinds[question.kind].schema({
    text: question.text,
    offered: choicesOf(question).map(({ value }) => value),
    isRequired: question.is_required,
  });
