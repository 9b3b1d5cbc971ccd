import { durationText, retention } from "../retention/retention.ts";
import type { Kind } from "./kinds.ts";

export const audiences = ["all", "room", "online"] as const;

export const keeps = ["evening", "entry"] as const;
export type Keep = (typeof keeps)[number];

export interface Question {
  id: string;
  kind: Kind;
  text: string;
  hint: string | null;
  /** what can be chosen, for `one` and `several`; else empty */
  options: string[];
  is_required: boolean;
  asked_of: (typeof audiences)[number];
  keep: Keep;
  /** whether helpers see the answer, a yes or no, when they check people in */
  for_door: boolean;
  /** what the person who is asked has chosen of options that are no longer offered */
  kept?: string[];
}

export type Answers = Record<string, string[]>;

export const fieldOf = ({ id }: { id: string }): QuestionField => `q-${id}`;

export type QuestionField = `q-${string}`;

export const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
] as const;

/** The questions that are asked of people who attend there; without a place, those that are for all. */
export const askedOf = <Asked extends Pick<Question, "asked_of">>(
  questions: readonly Asked[],
  attends: Exclude<Question["asked_of"], "all"> | null,
) => questions.filter(({ asked_of: whom }) => whom === "all" || whom === attends);

export const readersOf = ({ keep, for_door: isForDoor }: Pick<Question, "keep" | "for_door">) =>
  isForDoor
    ? `Owners and editors of this site see your answer, and so do helpers when they check you in. It is erased ${erasedText(keep)}.`
    : `Owners and editors of this site see your answer, helpers at the door do not. It is erased ${erasedText(keep)}.`;

/** When answers are erased: "7 days after the event". */
export const erasedText = (keep: Keep, whose: "your" | "their" = "your") =>
  keep === "evening" ? `${durationText(retention.answer)} after the event` : `together with ${whose} sign-up`;

/** What can be chosen, with the values that are sent. */
export const choicesOf = ({ kind, options, kept = [] }: Pick<Question, "kind" | "options" | "kept">) =>
  kind === "yes-no"
    ? yesNo
    : [...options, ...kept].map((value) => ({ value, label: answerText({ kind, options }, [value]) }));

/** What a person answered to a question, in words; null if nothing. */
export function answerIn(
  { answers }: { answers: Answers | null },
  question: Pick<Question, "id" | "kind" | "options">,
) {
  const value = answers?.[question.id];
  return value ? answerText(question, value) : null;
}

/** An answer in words; options that are no longer offered say so. */
export function answerText({ kind, options }: Pick<Question, "kind" | "options">, value: readonly string[]): string {
  if (kind === "yes-no") return yesNo.find((each) => each.value === value[0])?.label ?? "";
  if (kind !== "one" && kind !== "several") return value.join(", ");
  return value.map((option) => (options.includes(option) ? option : `${option} (no longer offered)`)).join(", ");
}
