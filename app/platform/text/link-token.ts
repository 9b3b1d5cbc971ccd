import { toBase32 } from "./base32.ts";

const encoder = new TextEncoder();
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Lower-case base32, because the guard lower-cases paths; 160 bits. The source of a regular expression. */
export const tokenShape = "[a-z2-7]{32}";

const tokenPattern = new RegExp(`^${tokenShape}$`);

export const isToken = (text: string | undefined): text is string => tokenPattern.test(text ?? "");

/**
 * The token of a link in a mail: of HMAC-SHA-256 the first 160 bits as base32. The same text gives the same token, so that a
 * mail can be made again; nobody without the secret can make one.
 * @param text begins with what the link is for: `waitlist:v1:…`
 */
export async function linkToken(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  return toBase32(mac.subarray(0, 20), alphabet);
}

/** A token that nobody can guess or make again: 160 random bits. */
export const newToken = () => toBase32(crypto.getRandomValues(new Uint8Array(20)), alphabet);

/** SHA-256 as 64 hex digits: all that is stored of a token, and in the end of a mail. */
export async function digestOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
