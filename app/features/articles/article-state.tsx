import { State } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import type { ArticleRow } from "./article-editing.server.ts";

export function ArticleState({ article }: { article: Pick<ArticleRow, "state" | "published_at"> }) {
  switch (article.state) {
    case "draft":
      return <State shape="dashed">Draft, visible only to admins</State>;
    case "scheduled":
      return (
        <State shape="ring">
          Scheduled for <When at={article.published_at ?? ""} />
        </State>
      );
    case "published":
      return <State shape="full">Published</State>;
    case "trashed":
      return <State shape="alert">In the trash</State>;
  }
}
