import type { EditedResource, TabChoice } from "./resource-editing.server.ts";
import { tabLabel } from "./resource-form.tsx";
import { ResourceStateForm } from "./resource-state.tsx";

interface ResourceTableProps {
  rows: readonly EditedResource[];
  tabs: readonly TabChoice[];
  total: number;
}

/** Resources of several tabs, or sorted by something else than their order. */
export function ResourceTable({ rows, tabs, total }: ResourceTableProps) {
  return (
    <table className="rows">
      <caption className="hint">
        {total === 1 ? "1 resource" : `${total.toLocaleString("en-US")} resources`}. Show one tab to change its order.
      </caption>
      <thead>
        <tr>
          <th scope="col">Title</th>
          <th scope="col">Tab</th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Likes
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((resource) => (
          <tr key={resource.id} id={`row-${resource.id}`} data-id={resource.id}>
            <th scope="row">
              <a href={`/admin/resources/${resource.id}`}>{resource.title}</a>
            </th>
            <td data-label="Tab">{labelOf(resource.tab_key, tabs)}</td>
            <td data-label="State">
              <ResourceStateForm resource={resource} />
            </td>
            <td data-label="Likes" className="number">
              {resource.likes_count.toLocaleString("en-US")}
            </td>
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
