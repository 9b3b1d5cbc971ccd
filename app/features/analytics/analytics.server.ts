import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

const day = z.object({
  /** YYYY-MM-DD in Honolulu */
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
  /** of events that were in these days, whose spots were given here; people */
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
  /** of events, also ahead, whose people were asked whether they are still coming; people */
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
 * What visitors did, day by day, the resources they liked most, who came to events, and who said beforehand that they would.
 * @param days of how many days in Honolulu, today the last; null for all there are
 * @throws DatabaseUnavailable
 */
export async function readTotals({ database }: Admin, days: number | null): Promise<Totals> {
  return totals.parse(rowsOf(await database.rpc("analytics", { p_days: days })));
}
