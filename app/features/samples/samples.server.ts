import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

const samples = z.object({
  /** `people` are those on its list, with or without a reservation */
  events: z.array(z.object({ id: z.string(), key: z.string(), title: z.string(), people: z.number() })),
  /** past events whose recap is a sample */
  recaps: z.array(z.object({ id: z.string(), title: z.string() })),
  issues: z.array(z.object({ id: z.string(), subject: z.string() })),
  series: z.array(z.object({ id: z.string(), name: z.string() })),
  /** events whose program is a sample */
  programmes: z.array(z.object({ id: z.string(), title: z.string() })),
  likes: z.number(),
});

export type Samples = z.output<typeof samples>;

/** The samples that are left and that no admin has rewritten. @throws DatabaseUnavailable */
export async function readSamples({ database }: Admin): Promise<Samples> {
  return samples.parse(rowsOf(await database.rpc("samples")));
}

/**
 * Removes the samples that are left.
 * @param people how many people on the lists of sample events may be removed; null keeps events that have some
 * @returns `kept` when such an event stayed; `more-people`, and nothing was removed, when more have signed up
 * @throws DatabaseUnavailable
 */
export async function removeSamples({ database }: Admin, people: number | null) {
  return rowsOf(await database.rpc("remove_samples", people === null ? {} : { p_people: people }));
}
