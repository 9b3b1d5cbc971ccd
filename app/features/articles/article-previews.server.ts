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

/** What a preview link to an article's latest text shows. */
export type ArticlePreview = z.output<typeof preview>;

/**
 * Makes a preview link to an article's latest text, which expires after 7 days.
 * @param token from the form, so that submitting it twice makes one link
 * @returns the expiry (ISO time), or null for an invalid token or unknown article
 */
export async function makePreview({ database }: Admin, id: string, token: string): Promise<string | null> {
  if (!isToken(token)) return null;
  const answer = await database.rpc("make_article_preview", { p_id: id, p_token_digest: await digestOf(token) });
  return answer.error || answer.data ? rowsOf(answer) : null;
}

export const endPreviews = async ({ database }: Admin, id: string): Promise<number> =>
  rowsOf(await database.rpc("end_article_previews", { p_id: id }));

/** Finds the preview that a link shows; null if the link is unknown or has expired. */
export async function findPreview(
  { database }: AppLoadContext,
  token: string | undefined,
): Promise<ArticlePreview | null> {
  if (!isToken(token)) return null;
  const answer = await database.call("article_preview", { p_token_digest: await digestOf(token) });
  const found = z.union([noPreview, preview]).parse(answer);
  return "article" in found ? found : null;
}
