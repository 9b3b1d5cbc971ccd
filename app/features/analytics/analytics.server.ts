import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

const day = z.object({
  /** YYYY-MM-DD in the site's zone */
  day: z.string(),
  likes: z.number(),
  waitlist: z.number(),
  subscriptions: z.number(),
  messages: z.number(),
});

const totals = z.object({
  since: z.string().nullable(),
  until: z.string(),
  days: z
    .array(day)
    .nullable()
    .transform((days) => days ?? []),
  /** events in this period whose spots were managed here; the numbers count people */
  attendance: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      starts_at: z.string(),
      spots: z.number(),
      expected: z.number(),
      came: z.number(),
      walked_in: z.number(),
    }),
  ),
  /** events, including upcoming ones, that asked people whether they are still coming; the numbers count people */
  still_coming: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      starts_at: z.string(),
      is_over: z.boolean(),
      given_up: z.number(),
      coming: z.number(),
      coming_came: z.number(),
      silent: z.number(),
      silent_came: z.number(),
    }),
  ),
  top: z.array(z.object({ id: z.string(), title: z.string(), likes: z.number() })),
});

export type Totals = z.output<typeof totals>;

/**
 * Loads what visitors did day by day, the most liked resources, event attendance, and who confirmed beforehand.
 * @param days how many days to cover, ending today; null for all
 */
export async function readTotals({ database }: Admin, days: number | null): Promise<Totals> {
  return totals.parse(rowsOf(await database.rpc("analytics", { p_days: days })));
}
