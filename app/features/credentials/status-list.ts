import { toBase64Url } from "../../platform/text/base64url.ts";
import { listLength } from "./credential.ts";

/**
 * Encodes a list of bits, the first one leftmost, compressed by gzip and with the multibase prefix for base64url.
 * @param set positions of the bits that are 1
 */
export async function encodeBits(set: number[]): Promise<string> {
  const bits = new Uint8Array(listLength / 8);
  for (const place of set) bits[place >> 3] = (bits[place >> 3] ?? 0) | (128 >> (place & 7));
  const compressed = new Blob([bits]).stream().pipeThrough(new CompressionStream("gzip"));
  return `u${toBase64Url(new Uint8Array(await new Response(compressed).arrayBuffer()))}`;
}
