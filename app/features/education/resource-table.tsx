import { pluralize } from "../../platform/text/pluralize.ts";
import { ResourceCells, ResourceHeadings } from "./resource-columns.tsx";
import type { EditedResource, TabChoice } from "./resource-editing.server.ts";
import { tabLabel } from "./resource-form.tsx";

interface ResourceTableProps {
  rows: readonly EditedResource[];
  tabs: readonly TabChoice[];
  total: number;
}

export function ResourceTable({ rows, tabs, total }: ResourceTableProps) {
  return (
    <table className="rows">
      <caption className="hint">{pluralize(total, "resource")}. Show one tab to change its order.</caption>
      <thead>
        <tr>
          <ResourceHeadings hasTab />
        </tr>
      </thead>
      <tbody>
        {rows.map((resource) => (
          <tr key={resource.id} id={`row-${resource.id}`} data-id={resource.id}>
            <ResourceCells resource={resource} tab={labelOf(resource.tab_key, tabs)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function labelOf(key: string, tabs: readonly TabChoice[]): string {
  const tab = tabs.find((each) => each.tab_key === key);
  return tab ? tabLabel(tab) : key;
}
