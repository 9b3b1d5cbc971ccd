import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { formIdIn } from "../../admin/new-row.server.ts";
import { answerArticle } from "../../features/articles/answer-article.server.ts";
import { ArticleForm } from "../../features/articles/article-form.tsx";
import { articleBodyLimit } from "../../features/articles/articles.schema.ts";
import { personalMeta } from "../../features/metadata/metadata.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Notice } from "../../ui/form-messages.tsx";

export const handle: RouteHandle = { bodyLimit: articleBodyLimit };

export async function loader({ context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return { writer: admin.id, newId: crypto.randomUUID() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  return answerArticle({ context, admin, article: null, id: formIdIn(form) ?? crypto.randomUUID(), form });
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "New article");

export default function NewArticle() {
  const { writer, newId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <AdminHeader
        title="New article"
        back={{ to: "/admin/articles", label: "All articles" }}
        note="Visitors see nothing until you publish it."
      />
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      <ArticleForm writer={writer} newId={newId} lastResult={answer?.result} />
    </>
  );
}
