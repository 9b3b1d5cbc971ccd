import type { Admin } from "../../admin/admin.server.ts";
import { isNoTime } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

export interface MessageAnswer {
  id: string;
  answer: string;
  created_at: string;
  /** state of its email; null once it is no longer recorded */
  state: string | null;
}

export async function listAnswers({ database }: Admin, messageId: string): Promise<MessageAnswer[]> {
  const [answers, mails] = await Promise.all([
    database
      .from("message_answers")
      .select("id, occurrence, answer, created_at")
      .eq("message_id", messageId)
      .order("occurrence"),
    database
      .from("mails")
      .select("occurrence, state, next_attempt_at")
      .eq("person", messageId)
      .eq("purpose", "message-answer"),
  ]);
  const sent = new Map(rowsOf(mails).map((mail) => [mail.occurrence, mail]));
  return rowsOf(answers).map(({ occurrence, ...answer }) => ({ ...answer, state: stateOf(sent.get(occurrence)) }));
}

function stateOf(mail: { state: string; next_attempt_at: string | null } | undefined): string | null {
  if (!mail) return null;
  // It is sent again automatically, as long as the provider remembers it.
  return mail.state === "unknown" && mail.next_attempt_at ? "claimed" : mail.state;
}

interface Answering {
  id: string;
  messageId: string;
  version: string;
  answer: string;
  is_done: boolean;
}

export async function answerMessage({ database }: Admin, { id, messageId, version, answer, is_done }: Answering) {
  const asked = await database.rpc("answer_message", {
    p_id: id,
    p_message_id: messageId,
    p_version: version,
    p_answer: answer,
    p_is_done: is_done,
  });
  return isNoTime(asked) ? "changed" : rowsOf(asked);
}
