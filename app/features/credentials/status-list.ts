import { toBase64Url } from "../../platform/text/base64url.ts";
import { listLength } from "./credential.ts";

/** Encodes bits, the first one leftmost, by gzip and multibase base64url. @param set positions of the ones */
export async function encodeBits(set: number[]): Promise<string> {
  const bits = new Uint8Array(listLength / 8);
  for (const place of set) bits[place >> 3] = (bits[place >> 3] ?? 0) | (128 >> (place & 7));
  const compressed = new Blob([bits]).stream().pipeThrough(new CompressionStream("gzip"));
  return `u${toBase64Url(new Uint8Array(await new Response(compressed).arrayBuffer()))}`;
}
