import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { type AdminDone, seeDone } from "../../admin/done.tsx";
import { readListQuery } from "../../admin/list-query.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { givenPicture, type PictureRefusal } from "../pictures/given-picture.server.ts";
import { pictureMarkdown } from "../pictures/picture-markdown.ts";
import { describedSchema } from "../pictures/pictures.schema.ts";
import { listPictures } from "../pictures/pictures.server.ts";
import { type EditedArticle, findEditedArticle, saveArticle, type TypedText } from "./article-editing.server.ts";

export interface PictureAnswer extends PictureRefusal {
  describe?: SubmissionResult<string[]>;
  changed?: boolean;
  refused?: string;
}

/** Loads what these pages show: the article and a page of the picture library. @throws DatabaseUnavailable, 404 */
export async function readPicturePage(admin: Admin, request: Request, id: string | undefined) {
  const query = readListQuery(request, { sorts: [] });
  const [found, list] = await Promise.all([findEditedArticle(admin, id), listPictures(admin, query)]);
  if (!found) throw notFound();
  const { title, picture_path, picture_alt, picture_focus } = found.text;
  const article = { id: found.id, updated_at: found.updated_at, title, picture_path, picture_alt, picture_focus };
  return { article, list, query, newId: crypto.randomUUID() };
}

const wrong = (answer: PictureAnswer) => unprocessable<PictureAnswer>(answer);

interface Sent {
  context: AppLoadContext;
  admin: Admin;
  article: EditedArticle;
  form: FormData;
}

export async function answerArticlePicture({ context, admin, article, form }: Sent) {
  const save = (picture: Pick<TypedText, "picture_path" | "picture_alt">, done: AdminDone) =>
    saveDraft(context, admin, article, { ...article.text, ...picture }, form, { end: "/picture", done });
  const { picture_path } = article.text;
  switch (form.get("intent")) {
    case "remove":
      return save({ picture_path: null, picture_alt: null }, "removed");
    case "describe": {
      const submission = parseWithZod(form, { schema: describedSchema });
      if (submission.status !== "success") return wrong({ describe: submission.reply() });
      return picture_path === null
        ? wrong({ changed: true })
        : save({ picture_path, picture_alt: submission.value.alt }, "saved");
    }
    default: {
      const given = await givenPicture(context, admin, form);
      if ("refusal" in given) return wrong(given.refusal);
      const { path, alt } = given.picture;
      return save({ picture_path: path, picture_alt: alt }, given.isHeavy ? "picture-heavy" : "picture");
    }
  }
}

/** Handles the page that appends a picture to an article's text, as a draft; a resubmission does not add it twice. */
export async function answerTextPicture({ context, admin, article, form }: Sent) {
  const given = await givenPicture(context, admin, form);
  if ("refusal" in given) return wrong(given.refusal);
  const line = pictureMarkdown(given.picture);
  const { markdown } = article.text;
  const shown: Shown = { end: "#article-markdown", done: given.isHeavy ? "picture-in-text-heavy" : "picture-in-text" };
  if (markdown.trimEnd().endsWith(line)) return see(article.id, shown);
  return saveDraft(
    context,
    admin,
    article,
    { ...article.text, markdown: `${markdown.trimEnd()}\n\n${line}` },
    form,
    shown,
  );
}

interface Shown {
  end: string;
  done: AdminDone;
}

const see = (id: string, { end, done }: Shown) => seeDone(`/admin/articles/${id}${end}`, done);

async function saveDraft(
  context: AppLoadContext,
  admin: Admin,
  { id, kind }: EditedArticle,
  typed: TypedText,
  form: FormData,
  shown: Shown,
) {
  const outcome = await saveArticle(context, admin, typed, {
    id,
    kind,
    version: String(form.get("version")),
    act: "draft",
  });
  switch (outcome) {
    case "saved":
      return see(id, shown);
    case "not-found":
      throw notFound();
    case "trashed":
      return refused("This article is in the trash. Restore it before you change it.");
    case "slug-taken":
      return refused("Another article has the URL ending of this one now. Change it first.");
    default:
      return unprocessable<PictureAnswer>({ changed: true }, 409);
  }
}

const refused = (words: string) => unprocessable<PictureAnswer>({ refused: words }, 409);
