import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { answerTextPicture, readPicturePage } from "../../features/articles/answer-picture.server.ts";
import { findEditedArticle } from "../../features/articles/article-editing.server.ts";
import { PicturePage } from "../../features/articles/picture-page.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { pictureBodyLimit } from "../../features/pictures/picture-file.ts";
import { notFound } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";

export const handle: RouteHandle = { bodyLimit: pictureBodyLimit };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return readPicturePage(admin, request, params.id);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const article = await findEditedArticle(admin, params.id);
  if (!article) throw notFound();
  return answerTextPicture({ context, admin, article, form });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Add a picture to the text");

export default function TextPicturePage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <PicturePage
      {...page}
      title="Add a picture to the text"
      note="It is put at the end of the text, as a draft. Move its line to where it belongs."
      path="text-picture"
      current={null}
      answer={answer}
    />
  );
}
