import { linkToken } from "../mail/link-token.ts";

/**
 * The token of the page of a waitlist entry.
 * @param generation of the entry's links; raising it makes another token, and the ones before it end
 */
export const placeToken = (secret: string, entry: string, generation: number) =>
  linkToken(secret, `waitlist:v1:${entry}${generation > 0 ? `:${generation}` : ""}`);
