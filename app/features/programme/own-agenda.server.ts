import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { programmeRow } from "./programme.server.ts";

const page = z.object({
  agenda: z.object({
    talks: z.array(z.number()),
    /** ISO time; null while nothing is stored */
    stored_at: z.string().nullable(),
  }),
  programme: programmeRow,
});

const noPage = z.object({}).strict();

export async function findOwnAgenda({ database }: AppLoadContext, token: string | undefined) {
  if (!isToken(token)) return null;
  const answer = await database.call("agenda_page", { p_token_digest: await digestOf(token) });
  const found = z.union([noPage, page]).parse(answer);
  return "agenda" in found ? found : null;
}

/** Stores talks by number; none deletes the agenda. @returns false without a spot at a published program */
export const storeAgenda = async ({ database }: AppLoadContext, token: string, talks: number[]): Promise<boolean> =>
  database.call("store_agenda", { p_token_digest: await digestOf(token), p_talks: talks });
