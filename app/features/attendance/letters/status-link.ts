import { linkToken } from "../../../platform/text/link-token.ts";

/**
 * The token of the page of a waitlist entry.
 * @param generation of the entry's links; raising it makes another token, and the ones before it end
 */
export const statusToken = (secret: string, entry: string, generation: number) =>
  linkToken(secret, `waitlist:v1:${entry}${generation > 0 ? `:${generation}` : ""}`);

/** Where mail programs post `List-Unsubscribe=One-Click` (RFC 8058); to read it leads to the page. */
export const oneClickStatusPath = (token: string) => `/w/${token}/leave`;
