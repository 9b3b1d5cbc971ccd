import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isNoTime } from "../../admin/list-page.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { momentOfField } from "../../platform/text/typed-moments.ts";
import { senderOf } from "../mail/mail-sender.server.ts";
import { type CallInput, proposedKinds } from "./proposals.schema.ts";

const edited = z.object({
  call: z
    .object({
      /** ISO times */
      deadline: z.string(),
      about: z.string(),
      accepted_text: z.string(),
      declined_text: z.string(),
      updated_at: z.string(),
    })
    .nullable(),
  total: z.number(),
  proposals: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(proposedKinds),
      abstract: z.string(),
      name: z.string(),
      email: z.string(),
      state: z.enum(["new", "discussed", "accepted", "declined"]),
      notes: z.string(),
      created_at: z.string(),
      updated_at: z.string(),
      decided_at: z.string().nullable(),
    }),
  ),
});

export type EditedCall = NonNullable<z.output<typeof edited>["call"]>;
export type Proposal = z.output<typeof edited>["proposals"][number];

export async function requireCall(
  { database }: Admin,
  event: string,
  which: { page?: number; proposal?: string } = {},
) {
  const asked = { p_event: event, p_page: which.page, p_proposal: which.proposal };
  const found = edited.nullable().parse(rowsOf(await database.rpc("edited_call", asked)));
  if (!found) throw notFound();
  return found;
}

/** Creates or changes an event's call. @param version its `updated_at`, null if new */
export async function saveCall({ database }: Admin, event: string, typed: CallInput, version: string | null) {
  const call = { ...typed, about: typed.about ?? "", deadline: momentOfField(typed.deadline) };
  const answer = await database.rpc("save_call", { p_event: event, p_call: call, p_version: version ?? undefined });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

export async function sortProposal(
  { database }: Admin,
  id: string,
  { discussed, notes = "" }: { discussed: boolean; notes?: string },
  version: string,
) {
  const given = { p_id: id, p_discussed: discussed, p_notes: notes, p_version: version };
  const answer = await database.rpc("sort_proposal", given);
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

export async function decideProposal(
  context: AppLoadContext,
  { database }: Admin,
  id: string,
  accepts: boolean,
  version: string,
) {
  const given = { p_id: id, p_accepts: accepts, p_mails: senderOf(context.env) !== null, p_version: version };
  const answer = await database.rpc("decide_proposal", given);
  const outcome = isNoTime(answer) ? "changed" : rowsOf(answer);
  if (outcome === "decided") context.startPost();
  return outcome;
}
