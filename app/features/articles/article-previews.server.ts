import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { digestOf, isToken } from "../mail/link-token.ts";
import type { Article, ArticleKind } from "./article.ts";

/** What a link to the latest text of an article shows. */
export interface ArticlePreview {
  kind: ArticleKind;
  /** ISO time */
  expires_at: string;
  article: Article;
}

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
  const found = answer as unknown as Partial<ArticlePreview>;
  return found.article ? (found as ArticlePreview) : null;
}
