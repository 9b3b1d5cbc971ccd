import type { ReactNode } from "react";
import type { ListPage } from "../../../admin/list-page.server.ts";
import { type ListQuery, listHref } from "../../../admin/list-query.ts";
import { numberText } from "../../../platform/text/number-text.ts";
import { Button } from "../../../ui/button.tsx";
import { mostAtOnce, type Verb } from "./bulk-words.ts";

interface BulkFormProps {
  path: string;
  query: ListQuery;
  list: Pick<ListPage<unknown>, "total" | "page" | "pages">;
  areChecked: boolean;
  verbs: { verb: Verb | "email"; label: string }[];
  children: ReactNode;
}

export function BulkForm({ path, query, list, areChecked, verbs, children }: BulkFormProps) {
  const here = listHref(path, query, list.page);
  const checked = `${here}${here.includes("?") ? "&" : "?"}check=page#people`;
  return (
    <form method="post" action={here} id="people" className="bulk">
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line */}
      <div className="bulk-bar" role="group" aria-label="What to do with the people who are checked">
        <a href={areChecked ? `${here}#people` : checked}>{areChecked ? "Check nobody" : "Check all on this page"}</a>
        {list.pages > 1 && list.total <= mostAtOnce ? (
          <label className="choice">
            <input type="checkbox" name="all" value="1" />
            All {numberText(list.total)} of this list, on every page
          </label>
        ) : null}
        <div className="actions">
          {verbs.map(({ verb, label }) => (
            <Button key={verb} name="intent" value={verb} looks={["ghost", "small"]}>
              {label} …
            </Button>
          ))}
        </div>
      </div>
    </form>
  );
}
