import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { answerOrCopy } from "../../platform/database/read-or-copy.ts";
import { slug as slugPattern } from "../../platform/text/text.ts";
import type { Article, ArticleKind, ListedArticle } from "./article.ts";
import { articleRenderer, renderArticle } from "./article-markdown.ts";
import { listedArticle, outline } from "./article-rows.server.ts";

export const articleList = z.object({
  articles: z.array(listedArticle.extend({ id: z.string() })),
  total: z.number(),
  page: z.number(),
  has_issues: z.boolean(),
  /** when the next article is published (ISO time); null if none is scheduled */
  next_at: z.string().nullable(),
});

export type ArticleList = z.output<typeof articleList>;

/**
 * Loads a page of what is published, newest first; a number past the last page gives the first one. The web page that
 * shows it becomes stale when the next article is published.
 */
export async function listArticles(
  context: AppLoadContext,
  kind: ArticleKind,
  { page = 1, size }: { page?: number; size: number },
): Promise<ArticleList> {
  const args = { p_kind: kind, p_page: page, p_size: size };
  const answer = context.database.call("articles_page", args).then((found) => articleList.parse(found));
  const list = await answerOrCopy(
    context,
    `articles/3/${kind}/${size}/${page}`,
    answer,
    (found) => found.page === page,
  );
  noteNext(context, list);
  return list;
}

export function noteNext({ page }: AppLoadContext, { next_at }: ArticleList): void {
  if (next_at) page.until = Math.min(page.until, Date.parse(next_at));
}

export interface ArticlePage extends Article {
  others: ListedArticle[];
}

const answer = listedArticle
  .extend({
    html: z.string(),
    outline,
    others: z.array(listedArticle),
    /** set if another renderer made the HTML */
    stale: z.object({ revision: z.number(), markdown: z.string() }).nullable(),
    moved_to: z.string(),
  })
  .partial();

type Answer = z.output<typeof answer>;

/** Finds what is published by its slug. Returns the current slug for an earlier one, null if none matches. */
export async function findArticle(
  context: AppLoadContext,
  kind: ArticleKind,
  slug: string,
): Promise<ArticlePage | { moved_to: string } | null> {
  if (!slugPattern.test(slug)) return null;
  const args = { p_kind: kind, p_slug: slug, p_renderer: articleRenderer };
  const question = context.database.call("article_page", args).then((found) => inToday(context, answer.parse(found)));
  const found = await answerOrCopy(context, `article/2/${kind}/${slug}`, question, ({ html }) => html !== undefined);
  if (found.moved_to !== undefined) return { moved_to: found.moved_to };
  return found.html === undefined ? null : (found as ArticlePage);
}

/** Renders the text again if another renderer made its HTML, and stores the result in the background. */
function inToday({ database, waitUntil }: AppLoadContext, { stale, ...found }: Answer): Answer {
  if (!stale) return found;
  const made = renderArticle(stale.markdown);
  const { html: p_html, words: p_words } = made;
  const p_outline = JSON.parse(JSON.stringify(made.outline));
  const kept = { p_revision: stale.revision, p_html, p_outline, p_words, p_renderer: articleRenderer };
  waitUntil(database.call("keep_article_html", kept).catch(() => {}));
  return { ...found, ...made };
}
