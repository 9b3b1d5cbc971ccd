import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Danger } from "../../admin/danger.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { answerArticle, refusal } from "../../features/articles/answer-article.server.ts";
import { pathOf } from "../../features/articles/article.ts";
import { ArticleDeletion } from "../../features/articles/article-deletion.tsx";
import { articleActs, changeArticle, findEditedArticle } from "../../features/articles/article-editing.server.ts";
import { ArticleForm } from "../../features/articles/article-form.tsx";
import { ArticleState } from "../../features/articles/article-state.tsx";
import { articleBodyLimit } from "../../features/articles/articles.schema.ts";
import { RevisionTable } from "../../features/articles/revision-table.tsx";
import { TextChanges } from "../../features/articles/text-changes.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound } from "../../platform/request/http.ts";
import type { RouteHandle } from "../../platform/request/route-handle.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

export const handle: RouteHandle = { bodyLimit: articleBodyLimit };

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const article = await findEditedArticle(admin, params.id);
  if (!article) throw notFound();
  return { article, writer: admin.id, confirming: new URL(request.url).searchParams.get("confirm") === "delete" };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const article = await findEditedArticle(admin, params.id);
  const intent = articleActs.find((act) => act === form.get("intent"));
  // If it was sent twice, the second form finds nothing to delete.
  if (!article && intent === "delete") return seeDone("/admin/articles?state=trashed", "deleted");
  if (!article) throw notFound();
  if (!intent) return answerArticle({ context, admin, article, id: article.id, form });
  const version = intent === "restore" ? undefined : String(form.get("version"));
  const outcome = await changeArticle(admin, article.id, intent, version);
  if (intent === "delete" && outcome !== "changed") return seeDone("/admin/articles?state=trashed", "deleted");
  if (outcome === "not-found") throw notFound();
  if (outcome === "changed") return refusal("This article was changed since you opened it. Check it again.");
  if (intent === "trash") return seeDone(`/admin/articles?id=${article.id}`, "trashed");
  return seeDone(`/admin/articles/${article.id}`, intent === "restore" ? "restored" : "unpublished");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, args.data?.article.text.title ?? "Article");

export default function ArticlePage() {
  const { article, writer, confirming } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { state } = article;
  const isTrashed = state === "trashed";
  return (
    <>
      <AdminHeader title={article.text.title} back={{ to: "/admin/articles", label: "All articles" }}>
        <ArticleState article={article} />
        <a href={`/admin/articles/${article.id}/preview`}>Preview</a>
        {state === "published" ? (
          <>
            <a href={pathOf(article.kind, article.address)}>View page</a>
            <a href={`/admin/posts/new?article=${article.id}`}>Post to a channel</a>
          </>
        ) : null}
      </AdminHeader>
      {answer ? null : <Done />}
      {answer?.refused ? <Notice bad title={answer.refused} /> : null}
      {answer?.conflict ? (
        <>
          <Conflict differences={answer.conflict.differences} />
          <section className="panel" aria-labelledby="changes">
            <h2 id="changes">From their text to yours</h2>
            <TextChanges before={answer.conflict.theirs} after={answer.conflict.yours} />
          </section>
        </>
      ) : null}
      <Standing />
      {isTrashed && !answer?.result ? null : (
        <ArticleForm writer={writer} article={article} lastResult={answer?.result} />
      )}
      <RevisionTable article={article} />
      {isTrashed ? (
        <ArticleDeletion article={article} confirming={confirming} />
      ) : (
        <Danger id="trash" title="Move this article to the trash" text="Visitors no longer see it. It can be restored.">
          <form method="post">
            <input type="hidden" name="intent" value="trash" />
            <input type="hidden" name="version" value={article.updated_at} />
            <Button looks={["small"]} className="danger">
              Move to the trash
            </Button>
          </form>
        </Danger>
      )}
    </>
  );
}

function Standing() {
  const { article } = useLoaderData<typeof loader>();
  const { state, revision, published_revision } = article;
  if (state === "draft") return null;
  if (state === "trashed")
    return (
      <form method="post" className="notice">
        <input type="hidden" name="intent" value="restore" />
        <strong>This article is in the trash.</strong>
        <p>
          Only admins can see it. Restored, it is what it was before; if it was scheduled for a time that has passed
          since, it is a draft.
        </p>
        <Button looks={["small"]} className="mt-3">
          Restore it
        </Button>
      </form>
    );
  const isAhead = published_revision !== null && revision > published_revision;
  return (
    <form method="post" className="notice">
      <input type="hidden" name="version" value={article.updated_at} />
      {isAhead ? (
        <p>
          {state === "published" ? "Visitors read " : null}
          <a href={`/admin/articles/${article.id}/revisions/${published_revision}`}>
            {state === "published" ? "version" : "Version"} {published_revision}
          </a>
          {state === "published" ? "." : " is scheduled."} The form below has version {revision}.
        </p>
      ) : (
        <p>{state === "published" ? "Visitors read the version below." : "The version below is scheduled."}</p>
      )}
      <Button looks={["ghost", "small"]} className="mt-2" name="intent" value="unpublish">
        {state === "published" ? "Unpublish" : "Cancel the schedule"}
      </Button>
    </form>
  );
}
