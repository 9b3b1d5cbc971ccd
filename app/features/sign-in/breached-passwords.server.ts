import type { AppLoadContext } from "@remix-run/cloudflare";
import { getText } from "../../platform/outside.server.ts";

const defaultUrl = "https://api.pwnedpasswords.com";
/** Milliseconds of the request's time that the comparison may take. */
const timeout = 1500;
/** A range is about 2,000 lines of 40 bytes, with padding; a larger response is not a range. */
const mostBytes = 256 * 1024;

/**
 * Whether a password is in a known leak. Only five hex digits of its SHA-1 leave the Worker, shared by thousands of
 * passwords; padding keeps an observer from guessing which (haveibeenpwned.com/API/v3#PwnedPasswords).
 * @returns null if it is unknown; false also if the operator has turned the check off
 */
export async function isBreached({ env }: Pick<AppLoadContext, "env">, password: string): Promise<boolean | null> {
  const url = env.BREACH_API_URL ?? defaultUrl;
  if (url === "none") return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
  const [prefix, suffix] = [hex.slice(0, 5), hex.slice(5)];
  const range = await getText(
    `${url}/range/${prefix}`,
    { "Add-Padding": "true" },
    { milliseconds: timeout, mostBytes },
  );
  if (range === null) return null;
  const line = range.split(/\r?\n/).find((each) => each.toUpperCase().startsWith(`${suffix}:`));
  // Padding lines have a count of 0.
  return line !== undefined && Number(line.split(":")[1]) > 0;
}
