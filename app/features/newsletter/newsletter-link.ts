import { linkToken } from "../../platform/text/link-token.ts";

/**
 * The token of the links in a subscriber's mails.
 * @param generation the row's `link_generation`
 */
export const newsletterToken = (secret: string, id: string, generation: number) =>
  linkToken(secret, `newsletter:v1:${id}:${generation}`);

/** A subscriber's own page: to confirm, leave, come back, change the address, download and erase. */
export const preferencePath = (token: string) => `/n/${token}`;

/** Where mail programs post `List-Unsubscribe=One-Click` (RFC 8058); to read it leads to the page. */
export const oneClickPath = (token: string) => `/n/${token}/leave`;
