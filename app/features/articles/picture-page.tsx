import type { ReactNode } from "react";
import { AdminHeader } from "../../admin/admin-header.tsx";
import { Conflict } from "../../admin/conflict.tsx";
import { Done } from "../../admin/done.tsx";
import type { ListPage } from "../../admin/list-page.server.ts";
import type { ListQuery } from "../../admin/list-query.ts";
import { Version } from "../../admin/returned-form.tsx";
import { Notice } from "../../ui/form-messages.tsx";
import { PictureSources } from "../pictures/picture-sources.tsx";
import type { Picture } from "../pictures/pictures.server.ts";
import type { PictureAnswer } from "./answer-picture.server.ts";
import type { EditedArticle } from "./article-editing.server.ts";

interface PicturePageProps {
  title: string;
  note: string;
  article: Pick<EditedArticle, "id" | "updated_at"> & { title: string };
  path: "picture" | "text-picture";
  current: string | null;
  list: ListPage<Picture>;
  query: ListQuery;
  newId: string;
  answer?: PictureAnswer;
  children?: ReactNode;
}

export function PicturePage({ title, note, article, path, answer, children, ...choice }: PicturePageProps) {
  const editor = `/admin/articles/${article.id}`;
  return (
    <>
      <AdminHeader title={title} note={note} back={{ to: editor, label: article.title }} />
      <Outcome answer={answer} />
      {children}
      <PictureSources {...choice} path={`${editor}/${path}`} refusal={answer}>
        <Version at={article.updated_at} />
      </PictureSources>
    </>
  );
}

function Outcome({ answer }: { answer?: PictureAnswer }) {
  if (!answer) return <Done />;
  if (answer.changed) return <Conflict differences={[]} />;
  return answer.refused ? <Notice bad title={answer.refused} /> : null;
}
