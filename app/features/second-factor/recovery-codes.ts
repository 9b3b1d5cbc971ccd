import { inFours, toBase32 } from "../../platform/text/base32.ts";
import { digestOf } from "../../platform/text/link-token.ts";

/** Digits and letters without those that look alike (Crockford's base 32). */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Ten codes of 120 bits, in groups of four characters. */
export const newRecoveryCodes = () =>
  Array.from({ length: 10 }, () => inFours(toBase32(crypto.getRandomValues(new Uint8Array(15)), alphabet), "-"));

/** SHA-256 of a code, in hex: random codes of this length need nothing slower. */
export const digestOfCode = (code: string): Promise<string> => digestOf(code.replaceAll("-", ""));

/** What somebody may type where a code is asked for. */
export type Code = { kind: "app"; digits: string } | { kind: "recovery"; code: string };

/** The code in a text, in any case, with or without spaces and dashes; null where there is none. */
export function readCode(typed: string): Code | null {
  const text = typed
    .normalize("NFKC")
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();
  if (/^\d{6}$/.test(text)) return { kind: "app", digits: text };
  const code = text.replaceAll("O", "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{24}$/.test(code) ? { kind: "recovery", code } : null;
}
