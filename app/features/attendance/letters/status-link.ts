import { digestOf, linkToken } from "../../../platform/text/link-token.ts";

/** The token of an entry's status page. @param generation of its links; raising it invalidates the earlier ones */
export const statusToken = (secret: string, entry: string, generation: number) =>
  linkToken(secret, `waitlist:v1:${entry}${generation > 0 ? `:${generation}` : ""}`);

/**
 * The path of the ticket of an entry, with a token of its own that follows from that of the status page, but does not
 * lead back to it: whoever has it sees the ticket, and can change nothing. The database computes the same token from
 * the stored digest (`waitlist_links.ticket_digest`).
 */
export async function ticketPath(token: string): Promise<string> {
  const digest = await digestOf(token);
  const bytes = Uint8Array.from(digest.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
  const hashed = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const letter = (half: number) => String.fromCharCode(97 + half);
  return `/t/${Array.from(hashed.subarray(0, 16), (byte) => letter(byte >> 4) + letter(byte & 15)).join("")}`;
}

export const statusPath = (token: string) => `/w/${token}`;

/** Where mail clients post `List-Unsubscribe=One-Click` (RFC 8058); a GET redirects to the status page. */
export const oneClickStatusPath = (token: string) => `/w/${token}/leave`;

/** The same for emails that organizers write in their own words: it ends these, and nothing else. */
export const oneClickQuietPath = (token: string) => `/w/${token}/quiet`;

/** Headers of mail to the people of an event (RFC 2919, RFC 2369). @param path where its recipient ends it */
export const listHeaders = ({ key }: { key: string }, origin: string, path: string): Record<string, string> => ({
  "List-Id": `<${key}.events.${new URL(origin).hostname}>`,
  "List-Unsubscribe": `<${origin}${path}>`,
});
