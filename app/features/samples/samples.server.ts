import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";

const samples = z.object({
  /** `people` counts those on its list who exist, with or without a reservation. */
  events: z.array(z.object({ id: z.string(), key: z.string(), title: z.string(), people: z.number() })),
  recaps: z.array(z.object({ id: z.string(), title: z.string() })),
  issues: z.array(z.object({ id: z.string(), subject: z.string() })),
  places: z.array(z.object({ id: z.string(), name: z.string() })),
  series: z.array(z.object({ id: z.string(), name: z.string() })),
  programmes: z.array(z.object({ id: z.string(), title: z.string() })),
  likes: z.number(),
  /** people on the lists of events who do not exist */
  people: z.number(),
});

export type Samples = z.output<typeof samples>;

export async function readSamples({ database }: Admin): Promise<Samples> {
  return samples.parse(rowsOf(await database.rpc("samples")));
}

/**
 * Removes the remaining samples.
 * @param people how many people on the lists of sample events may be removed; null keeps events that have any
 * @returns `kept` if such an event stayed; `more-people`, with nothing removed, if more have signed up
 */
export async function removeSamples({ database }: Admin, people: number | null) {
  return rowsOf(await database.rpc("remove_samples", people === null ? {} : { p_people: people }));
}
