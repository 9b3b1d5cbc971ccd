import { State } from "../../admin/state.tsx";
import { pluralize } from "../../platform/text/pluralize.ts";
import type { EditedResource, TabChoice } from "./resource-editing.server.ts";

interface StandingProps {
  resource: EditedResource;
  tabs: readonly TabChoice[];
}

export function Standing({ resource, tabs }: StandingProps) {
  const isShown = tabs.some((tab) => tab.tab_key === resource.tab_key && tab.is_active);
  return (
    <>
      {!resource.is_published ? (
        <State shape="dashed">Draft, visible only to admins</State>
      ) : isShown ? (
        <State shape="full">Published</State>
      ) : (
        <State shape="ring">Published in a hidden tab, visible only to admins</State>
      )}
      <span>{pluralize(resource.likes_count, "like")}</span>
      {resource.is_published && isShown ? (
        <a href={`/education?tab=${resource.tab_key}`}>Its tab in the library</a>
      ) : null}
    </>
  );
}
