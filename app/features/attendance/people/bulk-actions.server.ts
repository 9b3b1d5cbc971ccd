import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../../admin/admin.server.ts";
import { isId } from "../../../admin/list-page.server.ts";
import { rowsOf } from "../../../platform/database/supabase.server.ts";
import { optionalTextField } from "../../../platform/text/text.ts";
import { startDelivery } from "../../outbox/outbox.server.ts";
import { leftOut, mostAtOnce, type Verb, verbs } from "./bulk-words.ts";
import { sendsMails } from "./by-hand.server.ts";

const outcome = z.enum(["done", "in-line", ...(Object.keys(leftOut) as (keyof typeof leftOut)[])]);

const bulkAction = z.object({
  event_id: z.string(),
  verb: z.enum(Object.keys(verbs) as [Verb, ...Verb[]]),
  applied_at: z.string().nullable(),
  undone_at: z.string().nullable(),
  /** null before it is applied, and if something has left the site with it */
  can_undo_until: z.string().nullable(),
  people: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** null if the event takes no reservations */
        party: z.number().nullable(),
        outcome,
        is_undone: z.boolean(),
      }),
    )
    /** null once all of them are erased */
    .nullable()
    .transform((people) => people ?? []),
  workshops: z.number(),
  /** of those to whom it can be done, how many have not confirmed their address */
  unconfirmed: z.number(),
  can_line_up: z.boolean(),
});

/** What an admin says with a decision about requests; of no meaning for other actions. */
export const decisionSchema = z.object({
  words: optionalTextField("Words", 2000, true),
  in_line: z.boolean().default(false),
});

type Decision = z.output<typeof decisionSchema>;

export type BulkAction = z.output<typeof bulkAction>;

/** Notes what is to be done to whom. @returns the path of the page that asks; null if none of the people is there */
export async function stageBulkAction({ database }: Admin, event: string, verb: Verb, people: readonly string[]) {
  const given = { p_event: event, p_verb: verb, p_people: people.filter(isId).slice(0, mostAtOnce) };
  const answer = await database.rpc("stage_bulk_action", given);
  return answer.error || answer.data ? `/admin/events/${event}/people/actions/${rowsOf(answer)}` : null;
}

export async function findBulkAction(context: AppLoadContext, { database }: Admin, id: string | undefined) {
  if (!isId(id)) return null;
  const answer = await database.rpc("bulk_action_page", { p_id: id, p_mails: sendsMails(context) });
  return answer.error || answer.data ? bulkAction.parse(rowsOf(answer)) : null;
}

/** Does it to all to whom it can be done now; a second time changes nothing. */
export async function applyBulkAction(
  context: AppLoadContext,
  { database }: Admin,
  id: string,
  { words, in_line: inLine }: Decision,
) {
  const forward = context.env.WAITLIST_ENDPOINT_URL !== undefined;
  const given = { p_id: id, p_mails: sendsMails(context), p_forward: forward, p_words: words ?? "", p_line: inLine };
  const applied = rowsOf(await database.rpc("apply_bulk_action", given));
  startDelivery(context);
  context.startPost();
  return applied;
}

export async function undoBulkAction({ database }: Admin, id: string) {
  return rowsOf(await database.rpc("undo_bulk_action", { p_id: id }));
}
