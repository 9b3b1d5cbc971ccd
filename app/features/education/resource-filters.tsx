import { ListFilters } from "../../admin/list-filters.tsx";
import type { ListQuery } from "../../admin/list-query.ts";
import type { resourceSorts, resourceStates, TabChoice } from "./resource-editing.server.ts";
import { tabLabel } from "./resource-form.tsx";

const states: { value: (typeof resourceStates)[number]; label: string }[] = [
  { value: "", label: "All except deleted" },
  { value: "published", label: "Published" },
  { value: "draft", label: "Drafts" },
  { value: "deleted", label: "Deleted" },
  { value: "moved", label: "Link moved" },
  { value: "gone", label: "Link gone" },
  { value: "unknown", label: "Link could not be checked" },
];

const sorts: { value: (typeof resourceSorts)[number]; label: string }[] = [
  { value: "order", label: "Visitors’ order" },
  { value: "title", label: "Title" },
  { value: "likes", label: "Most likes" },
  { value: "newest", label: "Newest" },
];

export function ResourceFilters({ query, tabs }: { query: ListQuery; tabs: readonly TabChoice[] }) {
  return (
    <ListFilters
      query={query}
      searches="title, description"
      sorts={sorts}
      filters={[
        {
          name: "tab",
          label: "Tab",
          options: [
            { value: "", label: "All tabs" },
            ...tabs.map((each) => ({ value: each.tab_key, label: tabLabel(each) })),
          ],
        },
        { name: "state", label: "State", options: states },
      ]}
    />
  );
}
