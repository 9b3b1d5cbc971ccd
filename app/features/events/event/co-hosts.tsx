import { Fragment } from "react";
import { ExternalLink, safeUrl } from "../../../ui/button.tsx";

/** Who holds an event with us. */
export type CoHost = { name: string; url?: string };

/** One per line, the link behind the name, as `coHostsField` reads them. */
export const coHostLines = (hosts: CoHost[]) =>
  hosts.map(({ name, url }) => (url ? `${name} ${url}` : name)).join("\n");

/** "A, B and C", each with its link. */
export function CoHosts({ hosts }: { hosts: CoHost[] }) {
  return hosts.map(({ name, url }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none of them moves
    <Fragment key={index}>
      {index === 0 ? null : index === hosts.length - 1 ? " and " : ", "}
      {url && safeUrl(url) ? <ExternalLink href={url}>{name}</ExternalLink> : name}
    </Fragment>
  ));
}
