import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { senderOf } from "../mail/mail-sender.server.ts";
import { eventInIssueRow, type IssueMaterial } from "./issue-draft.ts";

const material = z.object({
  /** when the last issue was sent; three months ago, if none was */
  since: z.string(),
  coming: z.array(eventInIssueRow),
  took_place: z.array(eventInIssueRow),
  articles: z.array(z.object({ slug: z.string(), title: z.string(), excerpt: z.string() })),
  works: z.array(z.object({ id: z.string(), title: z.string(), description: z.string(), url: z.string() })),
  calls: z.array(eventInIssueRow.extend({ deadline: z.string() })),
});

export async function readIssueMaterial(
  { database }: Admin,
  env: AppLoadContext["env"],
  weeks: number,
): Promise<IssueMaterial & { since: string }> {
  const found = material.parse(rowsOf(await database.rpc("issue_material", { p_weeks: weeks })));
  // Without a sender, nobody can propose a talk.
  return senderOf(env) ? found : { ...found, calls: [] };
}
