/**
 * What a phone holds in place of a ticket's code; `code_digest` in SQL makes the same. Who has the key can try all codes: it keeps
 * them from being read over a shoulder, no more.
 * @param key the id of the door pass
 * @param code eight letters in upper case
 */
export async function digestOfCode(key: string, code: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key + code)));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
