/**
 * The digest that a phone keeps instead of a ticket's code, equal to that of `code_digest` in SQL. It only prevents
 * shoulder surfing: anyone with the key can try all codes.
 * @param key the id of the door pass
 * @param code eight letters in upper case
 */
export async function digestOfCode(key: string, code: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key + code)));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
