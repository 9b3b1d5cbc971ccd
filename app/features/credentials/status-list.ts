import { toBase64Url } from "../../platform/text/base64url.ts";
import { listLength } from "./credential.ts";

/** A list of bits, the first one left, compressed by gzip and with multibase's sign for base64url. @param set places of those that are 1 */
export async function encodeBits(set: number[]): Promise<string> {
  const bits = new Uint8Array(listLength / 8);
  for (const place of set) bits[place >> 3] = (bits[place >> 3] ?? 0) | (128 >> (place & 7));
  const compressed = new Blob([bits]).stream().pipeThrough(new CompressionStream("gzip"));
  return `u${toBase64Url(new Uint8Array(await new Response(compressed).arrayBuffer()))}`;
}
