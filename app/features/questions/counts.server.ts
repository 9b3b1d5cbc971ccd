import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

/** The answers to one question, without names. */
export interface QuestionCounts {
  question_id: string;
  /** people who are asked, or have answered */
  asked: number;
  answered: number;
  /** how many chose each answer */
  chosen: Record<string, number>;
  /** of numbers; null without any */
  total: number | null;
  smallest: number | null;
  largest: number | null;
}

/** Counts of people with a spot, or of a whole waitlist. */
export async function countAnswers({ database }: Admin, event: string): Promise<QuestionCounts[]> {
  return rowsOf(
    await database.rpc("question_counts", { p_event: event }).overrideTypes<QuestionCounts[], { merge: false }>(),
  );
}
