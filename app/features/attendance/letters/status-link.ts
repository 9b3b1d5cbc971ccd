import { linkToken } from "../../../platform/text/link-token.ts";

/**
 * The token of the status page of a waitlist entry.
 * @param generation of the entry's links; raising it makes a new token and invalidates the earlier ones
 */
export const statusToken = (secret: string, entry: string, generation: number) =>
  linkToken(secret, `waitlist:v1:${entry}${generation > 0 ? `:${generation}` : ""}`);

/** Where mail clients post `List-Unsubscribe=One-Click` (RFC 8058); a GET redirects to the status page. */
export const oneClickStatusPath = (token: string) => `/w/${token}/leave`;
