import { getFormProps } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { requireAdmin } from "../../admin/admin.server.ts";
import { useAdminForm, Version } from "../../admin/returned-form.tsx";
import { answerArticlePicture, readPicturePage } from "../../features/articles/answer-picture.server.ts";
import { findEditedArticle } from "../../features/articles/article-editing.server.ts";
import { ArticlePicture } from "../../features/articles/article-picture.tsx";
import { PicturePage } from "../../features/articles/picture-page.tsx";
import { pageMeta } from "../../features/metadata/metadata.ts";
import { pictureBodyLimit } from "../../features/pictures/picture-file.ts";
import { describedSchema } from "../../features/pictures/pictures.schema.ts";
import { notFound } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";

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
  return answerArticlePicture({ context, admin, article, form });
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: `Picture of ${args.data?.article.title ?? "an article"}`,
    description: "The picture of an article.",
    path: "/admin/articles",
    indexed: false,
  });

export default function ArticlePicturePage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <PicturePage
      {...page}
      title="Picture"
      note="It is shown above the text, on cards, and with links on other sites. Visitors see a change once you publish it."
      path="picture"
      current={page.article.picture_path}
      answer={answer}
    >
      {page.article.picture_path ? <Shown /> : null}
    </PicturePage>
  );
}

function Shown() {
  const { article } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, { alt }] = useAdminForm<z.input<typeof describedSchema>>({
    id: "described-picture",
    intent: "describe",
    lastResult: answer?.describe,
    defaultValue: { alt: article.picture_alt ?? "" },
    constraint: getZodConstraint(describedSchema),
  });
  const isGone = article.picture_path?.startsWith("/uploads/") && !article.picture_focus;
  return (
    <section className="panel form-panel" aria-label="The picture now">
      <ArticlePicture article={article} sizes="(min-width: 48rem) 40rem, 92vw" className="shown-picture" isFirst />
      {isGone ? (
        <p className="hint">This picture was deleted from the library. Visitors read its description in its place.</p>
      ) : null}
      <form {...getFormProps(form)} method="post" className="form">
        <ErrorSummary fields={[alt]} formError={form.errors?.[0]} />
        <Version at={article.updated_at} />
        <Field field={alt} label="Description with this article" hint="What it shows, for people who cannot see it" />
        <div className="actions">
          <Button name="intent" value="describe" data-busy="Saving …">
            Save description
          </Button>
          <Button looks={["ghost"]} name="intent" value="remove" formNoValidate data-busy="Removing …">
            Remove the picture
          </Button>
        </div>
      </form>
    </section>
  );
}
