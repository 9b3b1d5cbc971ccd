import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "../../admin/admin.server.ts";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Done, seeDone } from "../../admin/done.tsx";
import { Empty, NoMatch } from "../../admin/empty.tsx";
import { ListFilters } from "../../admin/list-filters.tsx";
import { isId } from "../../admin/list-page.server.ts";
import { listHref, readListQuery } from "../../admin/list-query.ts";
import { Undo } from "../../admin/undo.tsx";
import { When } from "../../admin/when.tsx";
import {
  type ArticleRow,
  articleStates,
  changeArticle,
  listEditedArticles,
} from "../../features/articles/article-editing.server.ts";
import { ArticleState } from "../../features/articles/article-state.tsx";
import { personalMeta } from "../../features/metadata/metadata.ts";
import { unprocessable } from "../../platform/request/http.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";

const path = "/admin/articles";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context);
  const query = readListQuery(request, { sorts: [], filters: { state: articleStates } });
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("id") ?? "";
  const undo = context.done?.word === "trashed" && isId(id) ? { intent: "restore", id } : null;
  return { ...(await listEditedArticles(admin, query)), query, undo };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context);
  const form = await request.formData();
  const outcome = await changeArticle(admin, String(form.get("id")), "restore");
  return outcome === "done"
    ? seeDone(path, "restored")
    : unprocessable({ refused: "This article no longer exists." }, 404);
}

export const meta: MetaFunction<typeof loader> = (args) => personalMeta(args, "Articles");

const states = [
  { value: "", label: "All except the trash" },
  { value: "draft", label: "Drafts" },
  { value: "scheduled", label: "Scheduled" },
  { value: "published", label: "Published" },
  { value: "trashed", label: "In the trash" },
];

export default function Articles() {
  const { rows, total, page, pages, query, undo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isNarrowed = query.search !== "" || query.filters.state !== "";
  return (
    <>
      <AdminHeader
        title="Articles"
        note="Articles are read in Insights, guides in Resources."
        action={
          <ButtonLink looks={["small"]} href={`${path}/new`}>
            New article
          </ButtonLink>
        }
      />
      {answer ? <Notice bad title={answer.refused} /> : <Done>{undo ? <Undo fields={undo} /> : null}</Done>}
      <ListFilters
        query={query}
        searches="title, URL ending"
        filters={[{ name: "state", label: "State", options: states }]}
      />
      {rows.length > 0 ? (
        <ArticleTable articles={rows} total={total} />
      ) : isNarrowed ? (
        <NoMatch action={{ to: path, label: "Show all articles" }}>No articles match.</NoMatch>
      ) : (
        <Empty title="There are no articles yet" action={{ to: `${path}/new`, label: "Write the first article" }}>
          Write one in Markdown and read it as visitors will. It stays a draft until you publish or schedule it.
        </Empty>
      )}
      <Pages label="Pages of articles" page={page} pages={pages} href={(to) => listHref(path, query, to)} />
    </>
  );
}

function ArticleTable({ articles, total }: { articles: ArticleRow[]; total: number }) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(total, "article")}</caption>
      <ColumnHeads names={["Title", "Kind", "State", "Changed"]} />
      <tbody>
        {articles.map((article) => (
          <tr key={article.id}>
            <th scope="row" className="wrap-anywhere">
              <a href={`${path}/${article.id}`}>{article.title}</a>
            </th>
            <td data-label="Kind">{article.kind === "guide" ? "Guide" : "Article"}</td>
            <td data-label="State">
              <ArticleState article={article} />
              {article.is_ahead ? <p className="hint">With changes that are not published</p> : null}
            </td>
            <td data-label="Changed">
              <When at={article.updated_at} isShort />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
