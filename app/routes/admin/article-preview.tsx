import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done } from "../../admin/done.tsx";
import { MarkdownReview } from "../../admin/markdown-review.tsx";
import { PreviewLinks } from "../../admin/preview-links.tsx";
import { asRead, findEditedArticle } from "../../features/articles/article-editing.server.ts";
import { reviewArticle } from "../../features/articles/article-markdown.ts";
import { ArticleState } from "../../features/articles/article-state.tsx";
import { ArticleView, GuideView } from "../../features/articles/article-view.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { answerPreviewForm, previewLinkIn } from "../../features/previews/previews.server.ts";
import { notFound } from "../../platform/request/http.ts";
import { siteIsoDay } from "../../platform/text/site-time.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const [article, made] = await Promise.all([findEditedArticle(admin, params.id), previewLinkIn(context, request)]);
  if (!article) throw notFound();
  const day = siteIsoDay(article.published_at ? new Date(article.published_at) : context.now);
  const { id, kind, state, published_at } = article;
  return {
    article: { id, kind, state, published_at },
    read: asRead(article, day),
    review: reviewArticle(article.text.markdown),
    ...made,
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const article = await findEditedArticle(admin, params.id);
  if (!article) throw notFound();
  return answerPreviewForm(admin, "article", article.id, form, `/admin/articles/${article.id}/preview`);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, args.data ? `Preview: ${args.data.read.title}` : "Preview");

export default function ArticlePreview() {
  const { article, read, review, link, newToken: token } = useLoaderData<typeof loader>();
  const View = article.kind === "guide" ? GuideView : ArticleView;
  return (
    <>
      <AdminHeader
        title="Preview"
        note="The latest text as visitors will read it once it is published."
        back={{ to: `/admin/articles/${article.id}`, label: "Back to editing" }}
      >
        <ArticleState article={article} />
      </AdminHeader>
      <Done />
      <MarkdownReview {...review} />
      {article.state === "trashed" ? null : (
        <PreviewLinks link={link} token={token} what="the latest text" end="Turn off all links to this article">
          A link shows the latest text, also while it is a draft, to anyone who has it. It works for 7 days.
        </PreviewLinks>
      )}
      <section className="panel wrap-anywhere" aria-label="As visitors will read it">
        <View article={read} heading="h2" />
      </section>
    </>
  );
}
