import { pluralize } from "../../platform/text/pluralize.ts";
import { OrderedTable } from "./ordered-table.tsx";
import { type ListedResource, ResourceCells, ResourceHeadings } from "./resource-columns.tsx";

type ResourceOrderProps = {
  rows: ListedResource[];
  before: number;
  total: number;
};

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
