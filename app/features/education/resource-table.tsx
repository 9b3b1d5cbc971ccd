import { PositionForm } from "../../admin/position-form.tsx";
import { State as StateMark } from "../../admin/state.tsx";
import { When } from "../../admin/when.tsx";
import sortable from "../../ui/sortable.ts?worker&url";
import type { EditedResource, TabChoice } from "./resource-editing.server.ts";
import { tabLabel } from "./resource-form.tsx";

interface ResourceTableProps {
  rows: readonly EditedResource[];
  tabs: readonly TabChoice[];
  total: number;
  /** how many of the tab come before these; null where the rows do not stand in the order of one tab */
  before: number | null;
}

export function ResourceTable({ rows, tabs, total, before }: ResourceTableProps) {
  const isOrdered = before !== null;
  return (
    <>
      <table className="rows" data-sortable={isOrdered ? "" : undefined}>
        <caption className="hint">
          {total === 1 ? "1 resource" : `${total.toLocaleString("en-US")} resources`}
          {isOrdered ? ", in the order visitors see them" : ". Show one tab to change its order."}
        </caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            {isOrdered ? null : <th scope="col">Tab</th>}
            <th scope="col">State</th>
            <th scope="col" className="number">
              Likes
            </th>
            {isOrdered ? <th scope="col">Position</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((resource, index) => (
            <tr key={resource.id} id={`row-${resource.id}`} data-id={resource.id}>
              <th scope="row">
                <a href={`/admin/resources/${resource.id}`}>{resource.title}</a>
              </th>
              {isOrdered ? null : <td data-label="Tab">{labelOf(resource.tab_key, tabs)}</td>}
              <td data-label="State">
                <State resource={resource} />
              </td>
              <td data-label="Likes" className="number">
                {resource.likes_count.toLocaleString("en-US")}
              </td>
              {isOrdered ? (
                <td>
                  <PositionForm id={resource.id} name={resource.title} position={before + index + 1} last={total} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {isOrdered ? <script src={sortable} defer /> : null}
    </>
  );
}

function labelOf(key: string, tabs: readonly TabChoice[]): string {
  const tab = tabs.find((each) => each.tab_key === key);
  return tab ? tabLabel(tab) : key;
}

function State({ resource }: { resource: EditedResource }) {
  const { deleted_at: deletedAt, is_published: isPublished } = resource;
  const [state, intent, label] = deletedAt
    ? [
        <StateMark key="when" shape="alert">
          Deleted <When at={deletedAt} isShort />
        </StateMark>,
        "restore",
        "Restore",
      ]
    : isPublished
      ? [
          <StateMark key="on" shape="full">
            Published
          </StateMark>,
          "unpublish",
          "Unpublish",
        ]
      : [
          <StateMark key="off" shape="dashed">
            Draft
          </StateMark>,
          "publish",
          "Publish",
        ];
  return (
    <div className="actions">
      {state}
      <form method="post">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="id" value={resource.id} />
        <input type="hidden" name="version" value={resource.updated_at} />
        <button className="text-button" type="submit">
          {label}
          <span className="visually-hidden"> {resource.title}</span>
        </button>
      </form>
    </div>
  );
}
