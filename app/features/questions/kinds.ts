import { z } from "zod";
import { optionalTextField, textField } from "../../platform/text/text.ts";

export const longestLongAnswer = 1000;

interface Asked {
  text: string;
  /** the values that can be chosen */
  offered: string[];
  isRequired: boolean;
}

type AnswerSchema = z.ZodType<string | string[] | undefined, z.ZodTypeDef, unknown>;

interface KindOfQuestion {
  /** for admins */
  name: string;
  control: "text" | "textarea" | "number" | "radios" | "checks";
  constraint: { maxLength?: number; min?: number; max?: number; step?: number };
  schema: (asked: Asked) => AnswerSchema;
}

const emptyText = ({ text }: Asked) => `Answer “${text}”`;

const textOf =
  (max: number, multiline: boolean) =>
  (asked: Asked): AnswerSchema => {
    const label = `Your answer to “${asked.text}”`;
    return asked.isRequired
      ? textField({ label, empty: emptyText(asked), max, multiline })
      : optionalTextField(label, max, multiline);
  };

/** A value of a single field; empty is undefined here. */
const oneValue = (check: (typed: z.ZodString, asked: Asked) => z.ZodType<string, z.ZodTypeDef, unknown>) => {
  return (asked: Asked): AnswerSchema => {
    const empty = emptyText(asked);
    const value = check(z.string({ required_error: empty, invalid_type_error: empty }), asked);
    return asked.isRequired ? value : value.optional();
  };
};

const choice = oneValue((typed, { text, offered }) =>
  typed.refine((value) => offered.includes(value), `Choose one of the answers to “${text}”`),
);

/** The kinds of questions, and what each asks for; `is_answer.sql` says it to the database. */
export const kinds = {
  short: { name: "Short text", control: "text", constraint: { maxLength: 200 }, schema: textOf(200, false) },
  long: {
    name: "Long text",
    control: "textarea",
    constraint: { maxLength: longestLongAnswer },
    schema: textOf(longestLongAnswer, true),
  },
  one: { name: "One of several", control: "radios", constraint: {}, schema: choice },
  several: {
    name: "Several of several",
    control: "checks",
    constraint: {},
    schema: (asked) => {
      // An empty field is undefined here.
      const choices = z
        .array(z.string().optional())
        .max(asked.offered.length)
        .transform((values) => values.filter((value) => value !== undefined))
        .refine((value) => value.every((each) => asked.offered.includes(each)), {
          message: `Choose among the answers to “${asked.text}”`,
        });
      return asked.isRequired ? choices.refine((value) => value.length > 0, emptyText(asked)) : choices;
    },
  },
  "yes-no": { name: "Yes or no", control: "radios", constraint: {}, schema: choice },
  number: {
    name: "A number",
    control: "number",
    constraint: { min: 0, max: 999_999, step: 1 },
    schema: oneValue((typed, { text }) =>
      typed
        .transform((value) => value.trim())
        .pipe(z.string().regex(/^[0-9]{1,6}$/, `Answer “${text}” with a whole number from 0 to 999,999`)),
    ),
  },
} as const satisfies Record<string, KindOfQuestion>;

export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]];

/** Whether a kind is answered by what can be chosen. */
export const isChoice = (kind: Kind) => ["radios", "checks"].includes(kinds[kind].control);
