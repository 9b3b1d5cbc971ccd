import { linkToken } from "../../platform/text/link-token.ts";

/** The token of the links in emails about a subscription to a series. */
export const seriesToken = (secret: string, id: string) => linkToken(secret, `series:v1:${id}`);

/** The path of a subscriber's page, to confirm and to unsubscribe. */
export const subscriptionPath = (token: string) => `/s/${token}`;

/** The path to which mail clients post `List-Unsubscribe=One-Click` (RFC 8058); GET redirects to the page. */
export const oneClickSeriesPath = (token: string) => `/s/${token}/leave`;
