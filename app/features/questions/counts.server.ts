import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

export interface QuestionCounts {
  question_id: string;
  asked: number;
  answered: number;
  chosen: Record<string, number>;
  /** of numbers; null without any */
  total: number | null;
  smallest: number | null;
  largest: number | null;
}

export async function countAnswers({ database }: Admin, event: string): Promise<QuestionCounts[]> {
  return rowsOf(
    await database.rpc("question_counts", { p_event: event }).overrideTypes<QuestionCounts[], { merge: false }>(),
  );
}
