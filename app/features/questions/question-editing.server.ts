import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { type Counted, countIn, type Outcome, rowsOf } from "../../platform/database/supabase.server.ts";
import type { QuestionInput } from "./question.schema.ts";
import type { Question } from "./questions.ts";
import type { ReadyName } from "./ready-questions.ts";

export interface EditedQuestion extends Question {
  ready: ReadyName | null;
  closed_at: string | null;
  updated_at: string;
  answers: number;
}

/** Checks of the database say what its text columns can be. */
type QuestionRow = Omit<EditedQuestion, "answers"> & { entry_answers: Counted };

export async function listQuestions({ database }: Admin, event: string): Promise<EditedQuestion[]> {
  const rows = database
    .from("event_questions")
    .select(
      "id, kind, text, hint, options, is_required, asked_of, keep, for_door, ready, closed_at, updated_at, entry_answers(count)",
    )
    .eq("event_id", event)
    .order("position")
    .order("id")
    .overrideTypes<QuestionRow[], { merge: false }>();
  return rowsOf(await rows).map(({ entry_answers: counted, ...question }) => ({
    ...question,
    answers: countIn(counted),
  }));
}

/** The last day on which people may change their answers; null for the start of the event. */
export async function readAnswersUntil({ database }: Admin, event: string): Promise<string | null> {
  const [row] = rowsOf(await database.from("events").select("answers_until").eq("id", event));
  return row?.answers_until ?? null;
}

export async function setAnswersUntil({ database }: Admin, event: string, day: string | null): Promise<void> {
  rowsOf(await database.from("events").update({ answers_until: day }).eq("id", event).select("id"));
}

const saved = z.object({
  outcome: z.enum(["saved", "changed", "asks", "answered", "too-many", "not-found"]) satisfies z.ZodType<
    Outcome<"save_question">
  >,
  answers: z.number().default(0),
});

interface Saving {
  event: string;
  id: string;
  question: QuestionInput & { ready: ReadyName | null };
  /** the `updated_at` that the admin saw; null for a new question */
  version: string | null;
  /** how many given answers the admin agreed to touch */
  agreed: number;
}

/**
 * Adds or changes a question. `asks` if that touches answers whose number (`answers`) was not agreed to; `answered` if
 * it is not possible once there are answers.
 */
export async function saveQuestion({ database }: Admin, { event, id, question, version, agreed }: Saving) {
  const seen = version === null ? {} : { p_version: version };
  const args = { p_event: event, p_id: id, p_fields: question, p_agreed: agreed, ...seen };
  return saved.parse(rowsOf(await database.rpc("save_question", args)));
}

export const questionActs = ["up", "down", "close", "open", "delete"] as const;

export async function changeQuestion({ database }: Admin, id: string, act: (typeof questionActs)[number]) {
  return rowsOf(await database.rpc("change_question", { p_id: id, p_act: act }));
}
