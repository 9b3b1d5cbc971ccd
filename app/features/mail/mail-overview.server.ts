import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

export const troubles = ["", "uncertain", "refused", "bounced", "complained"] as const;

const troubledMail = z.object({
  id: z.number(),
  purpose: z.string(),
  trouble: z.enum(["uncertain", "refused", "bounced", "complained"]),
  /** the current address; null for a mail to the organization and for a mail without a recipient by now */
  email: z.string().nullable(),
  is_queued: z.boolean(),
  is_resendable: z.boolean(),
  answer: z.string().nullable(),
  attempts: z.number(),
  created_at: z.string(),
});

export type TroubledMail = z.output<typeof troubledMail>;

const mailOverview = z.object({
  uncertain: z.number(),
  /** how many of the uncertain ones can be sent again */
  resendable: z.number(),
  due: z.number(),
  due_since: z.string().nullable(),
  /** how many wait for a later time, such as the morning or another attempt; the first of them until `later_at` */
  later: z.number(),
  later_at: z.string().nullable(),
  total: z.number(),
  per_page: z.number(),
  mails: z.array(troubledMail),
});

export type MailOverview = z.output<typeof mailOverview>;

/** One page of mails in trouble; a page past the last one yields the first. */
export async function readMailOverview(
  { database }: Admin,
  state: string,
  page: number,
): Promise<MailOverview & { page: number; pages: number }> {
  const ask = async (from: number) =>
    mailOverview.parse(rowsOf(await database.rpc("mail_overview", { p_state: state, p_page: from })));
  const asked = await ask(page);
  const pages = Math.max(1, Math.ceil(asked.total / asked.per_page));
  return page > pages ? { ...(await ask(1)), page: 1, pages } : { ...asked, page, pages };
}

/** Sends uncertain mails again, or leaves them. @param id null for all of them @returns the number of mails */
export async function resolveUncertain({ database }: Admin, id: number | null, action: "send" | "leave") {
  return rowsOf(
    await database.rpc("resolve_uncertain_mails", { p_action: action, ...(id === null ? {} : { p_ids: [id] }) }),
  );
}
