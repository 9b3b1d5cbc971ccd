import { Fragment } from "react";
import { ExternalLink, safeUrl } from "../../../ui/button.tsx";

export type CoHost = { name: string; url?: string };

/** Formats co-hosts as `coHostsField` parses them: one per line, the name followed by the link. */
export const coHostLines = (hosts: CoHost[]) =>
  hosts.map(({ name, url }) => (url ? `${name} ${url}` : name)).join("\n");

/** "A, B and C", each with its link. */
export function CoHosts({ hosts }: { hosts: CoHost[] }) {
  return hosts.map(({ name, url }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
    <Fragment key={index}>
      {index === 0 ? null : index === hosts.length - 1 ? " and " : ", "}
      {url && safeUrl(url) ? <ExternalLink href={url}>{name}</ExternalLink> : name}
    </Fragment>
  ));
}
