import { Fragment } from "react";
import { ExternalLink, safeUrl } from "../../../ui/button.tsx";

export type CoHost = { name: string; url?: string };

export const coHostLines = (hosts: CoHost[]) =>
  hosts.map(({ name, url }) => (url ? `${name} ${url}` : name)).join("\n");

export function CoHosts({ hosts }: { hosts: CoHost[] }) {
  return hosts.map(({ name, url }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
    <Fragment key={index}>
      {index === 0 ? null : index === hosts.length - 1 ? " and " : ", "}
      {url && safeUrl(url) ? <ExternalLink href={url}>{name}</ExternalLink> : name}
    </Fragment>
  ));
}
