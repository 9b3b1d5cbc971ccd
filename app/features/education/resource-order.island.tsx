import { pluralize } from "../../platform/text/pluralize.ts";
import { OrderedTable } from "./ordered-table.tsx";
import { type ListedResource, ResourceCells, ResourceHeadings } from "./resource-columns.tsx";

type ResourceOrderProps = {
  rows: ListedResource[];
  /** the number of resources in the tab before these */
  before: number;
  total: number;
};

/** The resources of one tab, in the order visitors see them. */
export default function ResourceOrder({ rows, before, total }: ResourceOrderProps) {
  return (
    <OrderedTable
      rows={rows.map((resource) => ({ ...resource, name: resource.title }))}
      before={before}
      total={total}
      caption={`${pluralize(total, "resource")}, in the order visitors see them`}
      head={<ResourceHeadings />}
      cells={(resource) => <ResourceCells resource={resource} />}
    />
  );
}
