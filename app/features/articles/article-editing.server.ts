import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { isId, isNoTime, type ListPage } from "../../admin/list-page.server.ts";
import type { ListQuery } from "../../admin/list-query.ts";
import { isTaken, rowsOf } from "../../platform/database/supabase.server.ts";
import { suggestedKey } from "../../platform/text/suggested-key.ts";
import { focuses } from "../pictures/picture.ts";
import { type Article, type ArticleKind, articleKinds } from "./article.ts";
import { articleRenderer, renderArticle } from "./article-markdown.ts";
import { outline } from "./article-rows.server.ts";
import type { ArticleInput } from "./articles.schema.ts";

const state = z.enum(["draft", "scheduled", "published", "trashed"]);
const kind = z.enum(articleKinds);

export type ArticleState = z.output<typeof state>;

const typedText = z.object({
  /** the slug that the article gets when this text is published */
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string().nullable(),
  author: z.string().nullable(),
  /** YYYY-MM-DD; null for the day of publication */
  shown_on: z.string().nullable(),
  picture_path: z.string().nullable(),
  picture_alt: z.string().nullable(),
  markdown: z.string(),
});

const revisionText = typedText.extend({
  /** null for a picture that is not in the library */
  picture_focus: z.enum(focuses).nullable(),
  html: z.string(),
  outline,
  words: z.number(),
  renderer: z.string(),
});

const revisionEntry = z.object({
  number: z.number(),
  title: z.string(),
  created_at: z.string(),
  /** when it was first published, or will be */
  published_at: z.string().nullable(),
  /** email address of the admin; null if there was none or the account no longer exists */
  by: z.string().nullable(),
});

const editedArticle = z.object({
  id: z.string(),
  kind,
  state,
  address: z.string(),
  revision: z.number(),
  published_revision: z.number().nullable(),
  published_at: z.string().nullable(),
  change_note: z.string().nullable(),
  changed_at: z.string().nullable(),
  updated_at: z.string(),
  text: revisionText,
  revisions: z.array(revisionEntry),
});

const articleRow = z.object({
  id: z.string(),
  kind,
  slug: z.string(),
  title: z.string(),
  state,
  published_at: z.string().nullable(),
  updated_at: z.string(),
  is_ahead: z.boolean(),
});

const articleRows = z.object({ rows: z.array(articleRow), total: z.number(), page: z.number(), pages: z.number() });

export type TypedText = z.output<typeof typedText>;

export type EditedArticle = z.output<typeof editedArticle>;

export type ArticleRow = z.output<typeof articleRow>;

export const articleStates = ["", "draft", "scheduled", "published", "trashed"] as const;

export async function listEditedArticles({ database }: Admin, query: ListQuery): Promise<ListPage<ArticleRow>> {
  const args = { p_state: query.filters.state ?? "", p_search: query.search, p_page: query.page };
  return articleRows.parse(rowsOf(await database.rpc("admin_articles", args)));
}

export async function findEditedArticle({ database }: Admin, id: string | undefined): Promise<EditedArticle | null> {
  if (!isId(id)) return null;
  const answer = await database.rpc("admin_article", { p_id: id });
  return answer.error || answer.data ? editedArticle.parse(rowsOf(answer)) : null;
}

const typedColumns = "slug, title, excerpt, category, author, shown_on, picture_path, picture_alt, markdown";

/** Loads a revision's text and the one before it; null if no revision has this number. */
export async function findRevision({ database }: Admin, { id }: EditedArticle, number: number) {
  const rows = rowsOf(
    await database
      .from("article_revisions")
      .select(`number, ${typedColumns}`)
      .eq("article_id", id)
      .in("number", [number, number - 1]),
  );
  const [text = null, before = null] = [number, number - 1].map((each) => rows.find((row) => row.number === each));
  return text && { text: text as TypedText, before: before as TypedText | null };
}

export function textOf(
  { title, excerpt, markdown, slug, category, author, shown_on }: ArticleInput,
  picture: Pick<TypedText, "picture_path" | "picture_alt"> = { picture_path: null, picture_alt: null },
): TypedText | "no-slug" {
  const address = slug ?? suggestedKey(title);
  if (!address) return "no-slug";
  const { picture_path, picture_alt } = picture;
  const optional = { category: category ?? null, author: author ?? null, shown_on: shown_on ?? null };
  return { slug: address, title, excerpt, ...optional, picture_path, picture_alt, markdown };
}

export type SaveOutcome =
  | "saved"
  | "changed"
  | "not-found"
  | "slug-taken"
  | "trashed"
  | "published-already"
  | "past"
  | "slug-kept";

interface Saving {
  id: string;
  kind: ArticleKind;
  /** the `updated_at` that the admin saw; null for a new article */
  version: string | null;
  act: "draft" | "publish" | "schedule";
  at?: Date;
  note?: string;
}

/**
 * Saves a text as a new revision if it differs from the latest one, then stores the HTML rendered from it with the
 * secret key, because HTML must never come in with a browser's token.
 * @throws DatabaseUnavailable, also when only the second step failed: saving again completes it
 */
export async function saveArticle(
  { database }: AppLoadContext,
  admin: Admin,
  typed: TypedText,
  saving: Saving,
): Promise<SaveOutcome> {
  const { id, kind, version, act, at, note } = saving;
  if (!isId(id)) return "changed";
  if (kind === "guide" && typed.slug === "events") return "slug-kept";
  const p_text = JSON.parse(JSON.stringify(typed));
  // The generated types allow no null arguments, but the function is not found if an argument is left out.
  const args = {
    ...{ p_id: id, p_kind: kind, p_text, p_act: act },
    ...{ p_version: version as string, p_at: (at?.toISOString() ?? null) as string, p_note: (note ?? null) as string },
  };
  const answer = await admin.database.rpc("save_article", args);
  if (isNoTime(answer)) return "changed";
  if (isTaken(answer)) return "slug-taken";
  const outcome = rowsOf(answer);
  if (outcome === "saved") {
    const { html, outline, words } = renderArticle(typed.markdown);
    await database.call("keep_drawn_article", {
      p_article: id,
      p_markdown: typed.markdown,
      p_html: html,
      p_outline: JSON.parse(JSON.stringify(outline)),
      p_words: words,
      p_renderer: articleRenderer,
    });
  }
  return outcome;
}

export const articleActs = ["unpublish", "trash", "restore", "delete"] as const;

export type ArticleAct = (typeof articleActs)[number];

/** @param version the `updated_at` that the admin saw; ignored when restoring from the trash */
export async function changeArticle(
  { database }: Admin,
  id: string,
  act: ArticleAct,
  version = new Date(0).toISOString(),
): Promise<"done" | "changed" | "not-found"> {
  if (!isId(id)) return "not-found";
  const answer = await database.rpc("change_article", { p_id: id, p_version: version, p_act: act });
  return isNoTime(answer) ? "changed" : rowsOf(answer);
}

/** An article with its latest text, as readers would see it today. @param today YYYY-MM-DD */
export const asRead = ({ text, change_note, changed_at }: EditedArticle, today: string): Article => ({
  ...text,
  date: text.shown_on ?? today,
  change_note,
  changed_at,
});
