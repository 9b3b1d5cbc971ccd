import type { Admin } from "../../admin/admin.server.ts";
import { behind, inParts, partSize } from "../../admin/export.server.ts";
import { resourceFile } from "./resources.schema.ts";

export const resourceFileColumns = [...Object.keys(resourceFile), "added_at", "changed_at"];

/** Yields all resources that are not deleted, published or not, in the order in which they were added. */
export async function* exportResources({ database }: Admin) {
  const fields = Object.values(resourceFile);
  const parts = inParts((last: { id: string; created_at: string } | undefined) => {
    let rows = database.from("education_resources").select().is("deleted_at", null);
    if (last) rows = rows.gte("created_at", last.created_at).or(behind(last));
    return rows.order("created_at").order("id").limit(partSize);
  });
  for await (const rows of parts) {
    yield rows.map((row) => [
      ...fields.map((field) => row[field]),
      new Date(row.created_at).toISOString(),
      new Date(row.updated_at).toISOString(),
    ]);
  }
}
