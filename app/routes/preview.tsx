import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findPreview } from "../features/articles/article-previews.server.ts";
import { ArticleView, GuideView } from "../features/articles/article-view.tsx";
import { pageMeta } from "../features/metadata/metadata.ts";
import { answerHeaders, personalHeaders } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { honoluluDay } from "../platform/text/honolulu.ts";
import { Notice } from "../ui/form-messages.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/insights" };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const preview = await findPreview(context, params.token);
  return data({ preview }, { status: preview ? 200 : 404, headers: personalHeaders });
}

export const headers = answerHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data?.preview ? `Preview: ${args.data.preview.article.title}` : "Preview",
    description: "A text that may not be published yet.",
    path: "/insights",
    indexed: false,
  });

export default function Preview() {
  const { preview } = useLoaderData<typeof loader>();
  if (!preview)
    return (
      <main id="main">
        <PageHeader
          title="This link no longer works"
          lead="A preview is shown for 7 days. Ask the person who sent you the link for a new one."
        />
      </main>
    );
  const View = preview.kind === "guide" ? GuideView : ArticleView;
  const notice = (
    <Notice title="This is a preview.">
      The text may not be published yet, and may change. This link works until{" "}
      {honoluluDay(new Date(preview.expires_at))}.
    </Notice>
  );
  return (
    <main id="main">
      <View article={preview.article} notice={notice} />
    </main>
  );
}
