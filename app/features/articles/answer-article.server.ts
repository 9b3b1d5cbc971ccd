import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { seeDone } from "../../admin/done.tsx";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { siteInstant, siteIsoDay } from "../../platform/text/site-time.ts";
import { textDifferences } from "./article-differences.ts";
import {
  type EditedArticle,
  findEditedArticle,
  type SaveOutcome,
  saveArticle,
  textOf,
} from "./article-editing.server.ts";
import { articleSchema } from "./articles.schema.ts";

export interface ArticleAnswer {
  result?: SubmissionResult<string[]>;
  conflict: { differences: ReturnType<typeof textDifferences>; theirs: string; yours: string } | null;
  refused: string | null;
}

export const refusal = (refused: string) => unprocessable<ArticleAnswer>({ conflict: null, refused }, 409);

const fieldErrors: Partial<Record<SaveOutcome | "no-slug" | "no-time" | "shown-early", Record<string, string[]>>> = {
  "no-slug": { slug: ["Enter a URL ending: none can be made from this title"] },
  "no-time": { date: ["Enter a date and a time"] },
  "shown-early": {
    shown_on: ["This day is still to come. Leave it empty, or schedule the article for that day or a later one."],
  },
  past: { date: ["Choose a day and a time that are still to come"] },
  "slug-kept": { slug: ["The page of events has this URL ending. Choose another one."] },
  "slug-taken": { slug: ["Another article has this URL ending, maybe one in the trash"] },
};

/** For each button, the end of the URL that it leads to and the message shown there. */
const shown = {
  draft: { end: "", done: "saved" },
  preview: { end: "/preview", done: "saved" },
  picture: { end: "/picture", done: "saved" },
  "text-picture": { end: "/text-picture", done: "saved" },
  publish: { end: "", done: "published" },
  schedule: { end: "", done: "scheduled" },
} as const;

const isIntent = (intent: unknown): intent is keyof typeof shown => typeof intent === "string" && intent in shown;

interface Sent {
  context: AppLoadContext;
  admin: Admin;
  /** null for a new article */
  article: EditedArticle | null;
  id: string;
  form: FormData;
}

export async function answerArticle({ context, admin, article, id, form }: Sent) {
  const sent = form.get("intent");
  const intent = isIntent(sent) ? sent : "draft";
  const submission = parseWithZod(form, { schema: articleSchema });
  const again = (outcome?: keyof typeof fieldErrors) => {
    const result = submission.reply(outcome && { fieldErrors: fieldErrors[outcome] });
    return unprocessable<ArticleAnswer>({ result, conflict: null, refused: null });
  };
  if (submission.status !== "success") return again();
  const { date, time, kind, note } = submission.value;
  const typed = textOf(submission.value, article?.text);
  if (typed === "no-slug") return again("no-slug");
  if (intent === "schedule" && !(date && time)) return again("no-time");
  const at = intent === "schedule" && date && time ? siteInstant(date, time) : undefined;
  const version = article ? String(form.get("version")) : null;
  const act = intent === "publish" || intent === "schedule" ? intent : "draft";
  const isEarly = (typed.shown_on ?? "") > siteIsoDay(at ?? context.now);
  if (isEarly && act !== "draft") return again("shown-early");
  const outcome = await saveArticle(context, admin, typed, { id, kind: article?.kind ?? kind, version, act, at, note });
  switch (outcome) {
    case "saved":
      return seeDone(`/admin/articles/${id}${shown[intent].end}`, shown[intent].done);
    case "changed": {
      const { text } = (await findEditedArticle(admin, id)) ?? {};
      if (!text) throw notFound();
      const conflict = { differences: textDifferences(text, typed), theirs: text.markdown, yours: typed.markdown };
      return unprocessable<ArticleAnswer>({ result: submission.reply(), conflict, refused: null }, 409);
    }
    case "not-found":
      throw notFound();
    case "trashed":
      return refusal("This article is in the trash. Restore it before you change it.");
    case "published-already":
      return refusal("This article is published already. Publish the changes, or unpublish it before you schedule it.");
    default:
      return again(outcome);
  }
}
