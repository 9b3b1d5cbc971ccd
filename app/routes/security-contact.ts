import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { txt } from "remix-utils/responses";
import { pageCache } from "../platform/request/http.ts";

const halfYear = 180 * 24 * 60 * 60 * 1000; // ms

/** Says where to report a vulnerability (RFC 9116). It expires half a year after the day it was served. */
export function loader({ context }: LoaderFunctionArgs) {
  const { site } = context;
  const expires = new Date(context.now.getTime() + halfYear).toISOString().slice(0, 10);
  const fields = [
    ["Contact", `mailto:${site.email}`],
    ["Contact", `${context.origin}/contact`],
    ["Expires", `${expires}T00:00:00.000Z`],
    ["Preferred-Languages", "en"],
    ["Canonical", `${context.origin}/.well-known/security.txt`],
    ["Policy", site.securityPolicyUrl],
  ];
  return txt(fields.map(([name, value]) => `${name}: ${value}\n`).join(""), { headers: pageCache });
}
