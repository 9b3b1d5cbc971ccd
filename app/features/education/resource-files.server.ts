import type { Admin } from "../../admin/admin.server.ts";
import { behind, inParts, partSize } from "../../admin/export.server.ts";

/** The columns of a file of resources, as an import of the library reads them. */
export const resourceFileColumns = [
  "title",
  "url",
  "summary",
  "tags",
  "tab",
  "icon",
  "layout",
  "is_published",
  "added_at",
  "changed_at",
] as const;

/** Yields all resources that are not deleted, published or not, in the order in which they were added. */
export async function* exportResources({ database }: Admin) {
  const parts = inParts((last: { id: string; created_at: string } | undefined) => {
    let rows = database
      .from("education_resources")
      .select(
        "id, title, url, description, tags, tab_key, icon_name, resource_type, is_published, created_at, updated_at",
      )
      .is("deleted_at", null);
    if (last) rows = rows.gte("created_at", last.created_at).or(behind(last));
    return rows.order("created_at").order("id").limit(partSize);
  });
  for await (const rows of parts) {
    yield rows.map((row) => [
      row.title,
      row.url,
      row.description,
      row.tags,
      row.tab_key,
      row.icon_name,
      row.resource_type,
      row.is_published,
      new Date(row.created_at).toISOString(),
      new Date(row.updated_at).toISOString(),
    ]);
  }
}
