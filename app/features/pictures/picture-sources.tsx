import type { ReactNode } from "react";
import type { ListPage } from "../../admin/list-page.server.ts";
import type { ListQuery } from "../../admin/list-query.ts";
import type { PictureRefusal } from "./given-picture.server.ts";
import { NewPictureForm } from "./new-picture-form.tsx";
import { PictureChoice } from "./picture-choice.tsx";
import type { Picture } from "./pictures.server.ts";

interface PictureSourcesProps {
  list: ListPage<Picture>;
  query: ListQuery;
  path: string;
  current: string | null;
  newId: string;
  refusal?: PictureRefusal;
  children?: ReactNode;
}

export function PictureSources({ list, query, path, current, newId, refusal, children }: PictureSourcesProps) {
  return (
    <>
      <section className="panel" aria-labelledby="library">
        <h2 id="library">Choose from the library</h2>
        {list.total > 0 ? (
          <p>
            Or <a href="#add">add another picture</a> below.
          </p>
        ) : null}
        <PictureChoice list={list} query={query} path={path} current={current} error={refusal?.choose}>
          {children}
        </PictureChoice>
      </section>
      <section className="panel form-panel" aria-labelledby="add">
        <h2 id="add">Add another picture</h2>
        <NewPictureForm newId={newId} lastResult={refusal?.add} save="Save and use this picture">
          {children}
        </NewPictureForm>
      </section>
    </>
  );
}
