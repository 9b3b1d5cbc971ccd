import { linkToken } from "../../platform/text/link-token.ts";

/** The token of the links in the mails about a subscription to a series. */
export const seriesToken = (secret: string, id: string) => linkToken(secret, `series:v1:${id}`);

/** A subscriber's own page: to confirm and to leave. */
export const subscriptionPath = (token: string) => `/s/${token}`;

/** Where mail programs post `List-Unsubscribe=One-Click` (RFC 8058); to read it leads to the page. */
export const oneClickSeriesPath = (token: string) => `/s/${token}/leave`;
