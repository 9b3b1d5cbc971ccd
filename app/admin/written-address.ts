import { emailField } from "../platform/text/text.ts";
import { excerptOf } from "./excerpt.ts";

const twoAddresses = "It has two email addresses. Give each person a line of their own.";

/**
 * Reads an address as lists have it: as people type one, with a name ("Kai <kai@example.org>") or a subject. Returns a
 * sentence for anything else.
 */
export function readAddress(text: string): { email: string } | { reason: string } {
  const plain = text
    .slice(0, 1000)
    .replace(/[\p{Cf}\p{Cc}]/gu, "")
    .trim();
  if (plain === "") return { reason: "It has no email address." };
  if ((plain.match(/[^\s@<>,;]@[^\s@<>,;]/g)?.length ?? 0) > 1 && !isOneTwice(plain)) return { reason: twoAddresses };
  const [, inside] = /<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>[.,;]*$/i.exec(plain) ?? [];
  const bare = (inside ?? plain).replace(/^mailto:([^?]*).*$/i, "$1").replace(/[.,;]+$/, "");
  const read = emailField.safeParse(bare);
  return read.success
    ? { email: read.data }
    : { reason: `This is not an email address: “${excerptOf(plain)}”. Write it like kai@example.org.` };
}

/** "kai@example.org <kai@example.org>", as mail programs write an address without a name. */
function isOneTwice(text: string): boolean {
  const [, name, address] = /^["']?([^"'<>\s]+)["']?\s*<\s*([^<>\s]+)\s*>$/.exec(text) ?? [];
  return name !== undefined && name.toLowerCase() === address?.toLowerCase();
}
