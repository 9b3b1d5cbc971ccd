import { When } from "../../admin/when.tsx";
import { ColumnHeads } from "../../ui/column-heads.tsx";
import type { EditedArticle } from "./article-editing.server.ts";

export function RevisionTable({ article }: { article: EditedArticle }) {
  return (
    <section className="panel" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <table className="rows">
        <ColumnHeads names={["Version", "Title", "Saved", "By"]} />
        <tbody>
          {article.revisions.map(({ number, title, created_at, by }) => (
            <tr key={number}>
              <th scope="row">
                <a href={`/admin/articles/${article.id}/revisions/${number}`}>Version {number}</a>
                {number === article.published_revision && article.state !== "trashed" ? (
                  <p className="hint">{article.state === "scheduled" ? "Scheduled" : "Published"}</p>
                ) : null}
              </th>
              <td data-label="Title" className="wrap-anywhere">
                {title}
              </td>
              <td data-label="Saved">
                <When at={created_at} isShort />
              </td>
              <td data-label="By" className="wrap-anywhere">
                {by ?? "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
