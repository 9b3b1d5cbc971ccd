import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { programmeRow } from "./programme.server.ts";

const preview = z.object({
  /** ISO time */
  expires_at: z.string(),
  programme: programmeRow,
});

const noPreview = z.object({}).strict();

/**
 * Creates a preview link to the program of an event, which expires after 7 days.
 * @param token the form's token, so that a form sent twice creates only one link
 * @returns the expiry (ISO time), or null for an invalid token
 */
export async function makeProgrammePreview({ database }: Admin, event: string, token: string): Promise<string | null> {
  if (!isToken(token)) return null;
  const answer = await database.rpc("make_programme_preview", {
    p_event: event,
    p_token_digest: await digestOf(token),
  });
  return answer.error || answer.data ? rowsOf(answer) : null;
}

export const endProgrammePreviews = async ({ database }: Admin, event: string): Promise<number> =>
  rowsOf(await database.rpc("end_programme_previews", { p_event: event }));

/** Loads the program behind a preview link; null if the link is invalid or expired. */
export async function findProgrammePreview({ database }: AppLoadContext, token: string | undefined) {
  if (!isToken(token)) return null;
  const answer = await database.call("programme_preview", { p_token_digest: await digestOf(token) });
  const found = z.union([noPreview, preview]).parse(answer);
  return "programme" in found ? found : null;
}
