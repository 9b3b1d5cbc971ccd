import { inFours, toBase32 } from "../../platform/text/base32.ts";
import { digestOf } from "../../platform/text/link-token.ts";
import { plainWord } from "../../platform/text/text.ts";

/** Digits and letters without ambiguous ones (Crockford's base 32). */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Creates ten codes of 120 bits, in groups of four characters. */
export const newRecoveryCodes = () =>
  Array.from({ length: 10 }, () => inFours(toBase32(crypto.getRandomValues(new Uint8Array(15)), alphabet), "-"));

/** Returns the SHA-256 of a code in hex; random codes of this length need no slower hash. */
export const digestOfCode = (code: string): Promise<string> => digestOf(code.replaceAll("-", ""));

/** What may be typed where a code is requested. */
export type Code = { kind: "app"; digits: string } | { kind: "recovery"; code: string };

/** Returns the code in a text, in any case, with or without spaces and dashes; null if there is none. */
export function readCode(typed: string): Code | null {
  const text = plainWord(typed)
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();
  if (/^\d{6}$/.test(text)) return { kind: "app", digits: text };
  const code = text.replaceAll("O", "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{24}$/.test(code) ? { kind: "recovery", code } : null;
}
