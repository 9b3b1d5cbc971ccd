import { Danger } from "../../admin/danger.tsx";
import { Button } from "../../ui/button.tsx";
import type { EditedArticle } from "./article-editing.server.ts";

export function ArticleDeletion({ article, confirming }: { article: EditedArticle; confirming: boolean }) {
  const here = `/admin/articles/${article.id}`;
  const text = "All its versions go with it, its preview links and the links that lead to it. This cannot be undone.";
  if (!confirming)
    return (
      <Danger id="delete" title="Delete this article for good" text={text}>
        <a href={`${here}?confirm=delete#delete`}>Delete this article …</a>
      </Danger>
    );
  return (
    <Danger id="delete" isQuestion title={`Delete “${article.text.title}”?`} text={text}>
      <form method="post" className="actions">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="version" value={article.updated_at} />
        <Button className="danger">Delete for good</Button>
        <a href={here}>Keep it</a>
      </form>
    </Danger>
  );
}
