import { State } from "../../admin/state.tsx";
import { numberText } from "../../platform/text/number-text.ts";
import type { CheckedLink } from "./resource-editing.server.ts";
import { type ResourceState, ResourceStateForm } from "./resource-state.tsx";

const linkWords = { moved: "Link moved", gone: "Link gone" } as const;

function LinkMark({ link }: { link: Pick<CheckedLink, "state"> | null }) {
  if (link?.state !== "moved" && link?.state !== "gone") return null;
  return <State shape="alert">{linkWords[link.state]}</State>;
}

export type ListedResource = ResourceState & { likes_count: number; link: Pick<CheckedLink, "state"> | null };

export function ResourceHeadings({ hasTab = false }: { hasTab?: boolean }) {
  return (
    <>
      <th scope="col">Title</th>
      {hasTab ? <th scope="col">Tab</th> : null}
      <th scope="col">State</th>
      <th scope="col" className="number">
        Likes
      </th>
    </>
  );
}

export function ResourceCells({ resource, tab }: { resource: ListedResource; tab?: string }) {
  return (
    <>
      <th scope="row">
        <a href={`/admin/resources/${resource.id}`}>{resource.title}</a>
      </th>
      {tab === undefined ? null : <td data-label="Tab">{tab}</td>}
      <td data-label="State">
        <ResourceStateForm resource={resource} />
        <LinkMark link={resource.link} />
      </td>
      <td data-label="Likes" className="number">
        {numberText(resource.likes_count)}
      </td>
    </>
  );
}
