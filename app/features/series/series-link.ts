import { linkToken } from "../../platform/text/link-token.ts";

export const seriesToken = (secret: string, id: string) => linkToken(secret, `series:v1:${id}`);

export const subscriptionPath = (token: string) => `/s/${token}`;

/** The path to which mail clients post `List-Unsubscribe=One-Click` (RFC 8058); GET redirects to the page. */
export const oneClickSeriesPath = (token: string) => `/s/${token}/leave`;
