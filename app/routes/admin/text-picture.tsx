import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { readListQuery } from "../../admin/list-query.ts";
import { Version } from "../../admin/returned-form.tsx";
import { answerTextPicture } from "../../features/articles/answer-picture.server.ts";
import { findEditedArticle } from "../../features/articles/article-editing.server.ts";
import { PictureOutcome } from "../../features/articles/picture-outcome.tsx";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { PictureSources } from "../../features/pictures/picture-sources.tsx";
import { pictureBodyLimit } from "../../features/pictures/pictures.schema.ts";
import { listPictures } from "../../features/pictures/pictures.server.ts";
import { notFound } from "../../platform/http.ts";
import type { RouteHandle } from "../../platform/route-handle.ts";

export const handle: RouteHandle = { bodyLimit: pictureBodyLimit };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [] });
  const [article, list] = await Promise.all([findEditedArticle(admin, params.id), listPictures(admin, query)]);
  if (!article) throw notFound();
  const { id, updated_at, text } = article;
  return { article: { id, updated_at, title: text.title }, list, query, newId: crypto.randomUUID() };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const article = await findEditedArticle(admin, params.id);
  if (!article) throw notFound();
  return answerTextPicture({ context, admin, article, form });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Add a picture to the text",
    description: "A picture in the text of an article.",
    path: "/admin/articles",
    indexed: false,
  });

export default function TextPicturePage() {
  const { article, list, query, newId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const editor = `/admin/articles/${article.id}`;
  return (
    <>
      <AdminHeader
        title="Add a picture to the text"
        note="It is put at the end of the text, as a draft. Move its line to where it belongs."
        back={{ to: editor, label: article.title }}
      />
      <PictureOutcome answer={answer} />
      <PictureSources
        {...{ list, query, newId }}
        path={`${editor}/text-picture`}
        current={null}
        refusal={answer ?? undefined}
      >
        <Version at={article.updated_at} />
      </PictureSources>
    </>
  );
}
