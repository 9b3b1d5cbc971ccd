import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";

export const troubles = ["", "uncertain", "refused", "bounced", "complained"] as const;

export interface TroubledMail {
  id: number;
  purpose: string;
  trouble: Exclude<(typeof troubles)[number], "">;
  /** as it is now; null for one to the organization, and for one that nobody is owed any more */
  email: string | null;
  is_owed: boolean;
  is_resendable: boolean;
  answer: string | null;
  attempts: number;
  created_at: string;
}

export interface MailOverview {
  uncertain: number;
  /** of the uncertain ones */
  resendable: number;
  due: number;
  due_since: string | null;
  total: number;
  per_page: number;
  mails: TroubledMail[];
}

/** What became of mails; a page behind the last one is the first. @throws DatabaseUnavailable */
export async function readMailOverview(
  { database }: Admin,
  state: string,
  page: number,
): Promise<MailOverview & { page: number; pages: number }> {
  const ask = async (from: number) =>
    rowsOf(await database.rpc("mail_overview", { p_state: state, p_page: from })) as unknown as MailOverview;
  const asked = await ask(page);
  const pages = Math.max(1, Math.ceil(asked.total / asked.per_page));
  return page > pages ? { ...(await ask(1)), page: 1, pages } : { ...asked, page, pages };
}

/**
 * Sends uncertain mails again, or leaves them as they are.
 * @param id of one; null for all of them
 * @returns how many there were
 * @throws DatabaseUnavailable
 */
export async function resolveUncertain({ database }: Admin, id: number | null, action: "send" | "leave") {
  return rowsOf(
    await database.rpc("resolve_uncertain_mails", { p_action: action, ...(id === null ? {} : { p_ids: [id] }) }),
  );
}
