import { toBase32 } from "./base32.ts";

const encoder = new TextEncoder();
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Source of a regular expression: 160 bits in base32, lower case because the guard lower-cases paths. */
export const tokenShape = "[a-z2-7]{32}";

const tokenPattern = new RegExp(`^${tokenShape}$`);

export const isToken = (text: string | undefined): text is string => tokenPattern.test(text ?? "");

/**
 * Returns the token of a link in an email: the first 160 bits of HMAC-SHA-256 in base32. The same text gives the same
 * token, so that an email can be composed again; creating one requires the secret.
 * @param text begins with the link's purpose: `waitlist:v1:…`
 */
export async function linkToken(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
  return toBase32(mac.subarray(0, 20), alphabet);
}

/** Returns a random token of 160 bits. */
export const newToken = () => toBase32(crypto.getRandomValues(new Uint8Array(20)), alphabet);

/** Returns SHA-256 as 64 hex digits: all that is stored of a token, and in the end of an email. */
export async function digestOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
