import { OrderedTable } from "./ordered-table.tsx";
import { type ResourceState, ResourceStateForm } from "./resource-state.tsx";

type ResourceOrderProps = {
  rows: (ResourceState & { likes_count: number })[];
  /** how many of the tab come before these */
  before: number;
  total: number;
};

/** The resources of one tab, in the order visitors see them. */
export default function ResourceOrder({ rows, before, total }: ResourceOrderProps) {
  const count = total === 1 ? "1 resource" : `${total.toLocaleString("en-US")} resources`;
  return (
    <OrderedTable
      rows={rows.map((resource) => ({ ...resource, name: resource.title }))}
      before={before}
      total={total}
      caption={`${count}, in the order visitors see them`}
      head={
        <>
          <th scope="col">Title</th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Likes
          </th>
        </>
      }
      cells={(resource) => (
        <>
          <th scope="row">
            <a href={`/admin/resources/${resource.id}`}>{resource.title}</a>
          </th>
          <td data-label="State">
            <ResourceStateForm resource={resource} />
          </td>
          <td data-label="Likes" className="number">
            {resource.likes_count.toLocaleString("en-US")}
          </td>
        </>
      )}
    />
  );
}
