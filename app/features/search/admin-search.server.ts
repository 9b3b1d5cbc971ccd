import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { adminKinds } from "./admin-kinds.ts";

const answer = z.record(
  z.enum(adminKinds),
  z.object({
    /** how many there are; the rows are 20 at most */
    total: z.number(),
    rows: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** what else tells it from others; may be empty */
        note: z.string(),
        /** the id of a talk's event, and the key of the event that somebody waits for */
        above: z.string().nullable(),
      }),
    ),
  }),
);

export type AdminSearchAnswer = z.output<typeof answer>;

/** What an admin may read and has every word of a text, by kind. @throws DatabaseUnavailable */
export async function searchAsAdmin({ database }: Admin, text: string): Promise<AdminSearchAnswer> {
  return answer.parse(rowsOf(await database.rpc("admin_search", { p_query: text })));
}
