import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { listedArticle, outline } from "./article-rows.server.ts";

const preview = z.object({
  kind: z.enum(["article", "guide"]),
  /** ISO time */
  expires_at: z.string(),
  article: listedArticle.extend({ html: z.string(), outline }),
});

const noPreview = z.object({}).strict();

/** What a link to the latest text of an article shows. */
export type ArticlePreview = z.output<typeof preview>;

/**
 * Makes a link to the latest text of an article, which runs out after 7 days.
 * @param token of the form, so that one that is sent twice makes one link
 * @returns until when (ISO time); null for a token or an article that is none
 */
export async function makePreview({ database }: Admin, id: string, token: string): Promise<string | null> {
  if (!isToken(token)) return null;
  const answer = await database.rpc("make_article_preview", { p_id: id, p_token_digest: await digestOf(token) });
  return answer.error || answer.data ? rowsOf(answer) : null;
}

/** Ends all links to an article. */
export const endPreviews = async ({ database }: Admin, id: string): Promise<number> =>
  rowsOf(await database.rpc("end_article_previews", { p_id: id }));

/** What is behind a link; null for one that leads nowhere, or has run out. @throws DatabaseUnavailable */
export async function findPreview(
  { database }: AppLoadContext,
  token: string | undefined,
): Promise<ArticlePreview | null> {
  if (!isToken(token)) return null;
  const answer = await database.call("article_preview", { p_token_digest: await digestOf(token) });
  const found = z.union([noPreview, preview]).parse(answer);
  return "article" in found ? found : null;
}
