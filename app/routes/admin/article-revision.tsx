import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Admin, requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { seeDone } from "../../admin/done.tsx";
import { pathOf } from "../../features/articles/article.ts";
import { textDifferences } from "../../features/articles/article-differences.ts";
import {
  findEditedArticle,
  findRevision,
  saveArticle,
  type TypedText,
} from "../../features/articles/article-editing.server.ts";
import { ArticlePicture } from "../../features/articles/article-picture.tsx";
import { TextChanges } from "../../features/articles/text-changes.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { notFound, unprocessable } from "../../platform/request/http.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/form-messages.tsx";

async function readRevision(admin: Admin, params: LoaderFunctionArgs["params"]) {
  const article = await findEditedArticle(admin, params.id);
  const number = /^[1-9]\d{0,8}$/.test(params.number ?? "") ? Number(params.number) : null;
  const found = article && number && (await findRevision(admin, article, number));
  if (!found) throw notFound();
  return { article, number, ...found };
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  return readRevision(admin, params);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const { article, text } = await readRevision(admin, params);
  const { id, kind } = article;
  const version = String(form.get("version"));
  // Restores the text; its URL is restored only if that was requested.
  const slug = form.has("address") ? text.slug : article.text.slug;
  const outcome = await saveArticle(context, admin, { ...text, slug }, { id, kind, version, act: "draft" });
  if (outcome === "saved") return seeDone(`/admin/articles/${id}`, "restored");
  const refused =
    outcome === "slug-taken"
      ? "Another article has the link of this version now. Restore the text without its link."
      : "This article was changed since you opened it. Check it again.";
  return unprocessable({ refused }, 409);
}

export const meta: MetaFunction<typeof loader> = (args) =>
  personalMeta(args, args.data ? `Version ${args.data.number}: ${args.data.text.title}` : "Version");

export default function Revision() {
  const { article, number, text, before } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const differences = before ? textDifferences(before, text) : [];
  const others = differences.filter(({ label }) => label !== "Text");
  return (
    <>
      <AdminHeader
        title={`Version ${number}: ${text.title}`}
        back={{ to: `/admin/articles/${article.id}`, label: "The article" }}
      />
      {answer ? <Notice bad title={answer.refused} /> : null}
      {number < article.revision && article.state !== "trashed" ? (
        <form method="post" className="notice">
          <input type="hidden" name="version" value={article.updated_at} />
          <p>Restored, this text becomes a new draft. What visitors read stays as it is until you publish it.</p>
          {text.slug !== article.text.slug ? (
            <div className="field mt-3">
              <label className="choice">
                <input type="checkbox" name="address" />
                Restore its link, too: {pathOf(article.kind, text.slug)} instead of{" "}
                {pathOf(article.kind, article.text.slug)}
              </label>
            </div>
          ) : null}
          <Button looks={["small"]} className="mt-3">
            Restore this version
          </Button>
        </form>
      ) : null}
      {before ? (
        <section className="panel" aria-labelledby="changes">
          <h2 id="changes">What changed since version {number - 1}</h2>
          {before.picture_path !== text.picture_path ? (
            <div className="picture-change">
              <RevisionPicture label="Picture before" text={before} />
              <RevisionPicture label={`Picture of version ${number}`} text={text} />
            </div>
          ) : null}
          {others.length > 0 ? (
            <dl>
              {others.map(({ label, theirs, yours }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <TextChanges before={theirs} after={yours} />
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
          <TextChanges before={before.markdown} after={text.markdown} />
        </section>
      ) : null}
      <section className="panel" aria-labelledby="text">
        <h2 id="text">The text</h2>
        {text.picture_path && (!before || before.picture_path === text.picture_path) ? (
          <RevisionPicture label="Picture" text={text} />
        ) : null}
        <p className="letter-text wrap-anywhere">{text.markdown}</p>
      </section>
    </>
  );
}

function RevisionPicture({ label, text }: { label: string; text: TypedText }) {
  return (
    <figure>
      <figcaption className="hint">{text.picture_path ? label : `${label}: none`}</figcaption>
      <ArticlePicture article={{ ...text, picture_focus: null }} sizes="14rem" className="thumbnail" />
    </figure>
  );
}
