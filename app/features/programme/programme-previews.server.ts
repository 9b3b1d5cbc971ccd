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
 * Makes a link to the programme of an event, which runs out after 7 days.
 * @param token of the form, so that one that is sent twice makes one link
 * @returns until when (ISO time); null for a token that is none
 */
export async function makeProgrammePreview({ database }: Admin, event: string, token: string): Promise<string | null> {
  if (!isToken(token)) return null;
  const answer = await database.rpc("make_programme_preview", {
    p_event: event,
    p_token_digest: await digestOf(token),
  });
  return answer.error || answer.data ? rowsOf(answer) : null;
}

/** Ends all links to the programme of an event. */
export const endProgrammePreviews = async ({ database }: Admin, event: string): Promise<number> =>
  rowsOf(await database.rpc("end_programme_previews", { p_event: event }));

/** What is behind a link; null for one that leads nowhere, or has run out. @throws DatabaseUnavailable */
export async function findProgrammePreview({ database }: AppLoadContext, token: string | undefined) {
  if (!isToken(token)) return null;
  const answer = await database.call("programme_preview", { p_token_digest: await digestOf(token) });
  const found = z.union([noPreview, preview]).parse(answer);
  return "programme" in found ? found : null;
}
