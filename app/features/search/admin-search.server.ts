import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { adminKinds } from "./admin-kinds.ts";

const answer = z.record(
  z.enum(adminKinds),
  z.object({
    /** The total number of matches; `rows` holds at most 20. */
    total: z.number(),
    rows: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** Text that tells it apart from others; may be empty. */
        note: z.string(),
        /** The id of a talk's event, or the key of the event a person is on the waitlist of. */
        above: z.string().nullable(),
      }),
    ),
  }),
);

export type AdminSearchAnswer = z.output<typeof answer>;

export async function searchAsAdmin({ database }: Admin, text: string): Promise<AdminSearchAnswer> {
  return answer.parse(rowsOf(await database.rpc("admin_search", { p_query: text })));
}
