import type { ReactNode } from "react";
import { NoMatch } from "../../admin/empty.tsx";
import { excerptOf } from "../../admin/excerpt.ts";
import { ListFilters } from "../../admin/list-filters.tsx";
import type { ListPage } from "../../admin/list-page.server.ts";
import { type ListQuery, listHref } from "../../admin/list-query.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/form-messages.tsx";
import { Pages } from "../../ui/pages.tsx";
import { PictureGrid } from "./picture-grid.tsx";
import type { Picture } from "./pictures.server.ts";

interface PictureChoiceProps {
  list: ListPage<Picture>;
  query: ListQuery;
  path: string;
  current: string | null;
  error?: string;
  children?: ReactNode;
}

const fieldId = "picture-choice";

export function PictureChoice({ list, query, path, current, error, children }: PictureChoiceProps) {
  if (list.total === 0 && !query.search) return <p className="hint">There are no pictures in the library yet.</p>;
  return (
    <>
      <ListFilters query={query} searches="descriptions" />
      {list.rows.length === 0 ? (
        <NoMatch action={{ to: path, label: "Show all pictures" }}>No pictures match.</NoMatch>
      ) : (
        <form method="post" className="form">
          <input type="hidden" name="intent" value="choose" />
          {children}
          <ErrorSummary fields={error ? [{ id: fieldId, errors: [error] }] : []} />
          <fieldset id={fieldId} className="field" aria-describedby={error ? `${fieldId}-error` : undefined}>
            <legend className="visually-hidden">Picture</legend>
            <FieldError field={{ errors: error ? [error] : undefined, errorId: `${fieldId}-error` }} />
            <PictureGrid pictures={list.rows}>
              {({ id, alt, path: address }) => (
                <label className="choice">
                  <input type="radio" name="picture" value={id} required defaultChecked={address === current} />
                  <span>{excerptOf(alt)}</span>
                </label>
              )}
            </PictureGrid>
          </fieldset>
          <Button data-busy="Saving …">Use this picture</Button>
        </form>
      )}
      <Pages label="Pages of pictures" page={list.page} pages={list.pages} href={(to) => listHref(path, query, to)} />
    </>
  );
}
