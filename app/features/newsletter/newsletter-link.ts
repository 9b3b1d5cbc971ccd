import { linkToken } from "../../platform/text/link-token.ts";

/** Returns the token for the links in a subscriber's emails. @param generation the row's `link_generation` */
export const newsletterToken = (secret: string, id: string, generation: number) =>
  linkToken(secret, `newsletter:v1:${id}:${generation}`);

export const preferencePath = (token: string) => `/n/${token}`;

/** Where mail clients post `List-Unsubscribe=One-Click` (RFC 8058); a GET redirects to the page. */
export const oneClickPath = (token: string) => `/n/${token}/leave`;
