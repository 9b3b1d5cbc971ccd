/** Encodes bytes as text with 5 bits per character, without padding. @param alphabet 32 characters */
export function toBase32(bytes: Uint8Array, alphabet: string): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
    buffer &= 31;
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}

/** Splits text into groups of four characters, which are easier to type. */
export const inFours = (text: string, between: string) => text.match(/.{1,4}/g)?.join(between) ?? "";
