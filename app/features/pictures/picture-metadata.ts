import {
  type Box,
  boxesIn,
  boxIn,
  orientationIn,
  orientationInSegment,
  partCounter,
  readPicture,
  textAt,
} from "./picture-file.ts";

/**
 * Returns the picture without the metadata that cameras and programs add: location, device, author, thumbnails, and
 * anything after its end. Colors and orientation stay.
 * @returns null for anything that `readPicture` rejects
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array | null {
  const picture = readPicture(bytes);
  if (!picture) return null;
  const strip = { jpg: stripJpeg, png: stripPng, webp: stripWebp, avif: stripAvif }[picture.extension];
  try {
    return strip(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return null; // the file is truncated or has too many parts
    throw error;
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Exif data that contains only the orientation: big-endian TIFF with one entry. */
const orientationData = (orientation: number) => [
  ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
  ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
];

/** A JPEG segment that contains only the orientation: marker, length, "Exif", data. */
const orientationSegment = (orientation: number) =>
  new Uint8Array([0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, ...orientationData(orientation)]);

/** A PNG chunk that contains only the orientation: length, "eXIf", data, check sum. */
function orientationChunk(orientation: number): Uint8Array {
  const content = [0x65, 0x58, 0x49, 0x66, ...orientationData(orientation)];
  const chunk = new Uint8Array([0, 0, 0, content.length - 4, ...content, 0, 0, 0, 0]);
  new DataView(chunk.buffer).setUint32(chunk.length - 4, checkSumOf(content));
  return chunk;
}

/** CRC-32 as in PNG, annex D. */
function checkSumOf(bytes: number[]): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** Removes application segments (0xe0 to 0xef) and comments (0xfe), except JFIF, color profile and Adobe's model. */
function isKept(view: DataView, marker: number, content: number): boolean {
  if (marker === 0xe0 || marker === 0xee) return true;
  if (marker === 0xe2) return textAt(view, content, 11) === "ICC_PROFILE";
  return !(marker >= 0xe1 && marker <= 0xef) && marker !== 0xfe;
}

function stripJpeg(bytes: Uint8Array, view: DataView): Uint8Array {
  const parts: Uint8Array[] = [];
  let orientation = 0;
  for (let at = 2; ; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > view.byteLength) throw new RangeError("a segment is longer than the file");
    if (marker === 0xe1) orientation ||= orientationInSegment(view, at + 4, end - at - 4);
    const next = marker === 0xda ? endOfScan(view, end) : end;
    if (isKept(view, marker, at + 4)) parts.push(bytes.subarray(at, next));
    at = next;
  }
  const turn = orientation > 1 ? [orientationSegment(orientation)] : [];
  return joined([new Uint8Array([0xff, 0xd8]), ...turn, ...parts, new Uint8Array([0xff, 0xd9])]);
}

/** Returns the offset of the next marker: within a scan, 0xff is followed by 0 or by a restart number. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; ; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
}

/** Chunks that affect what is shown; critical ones begin with a capital letter. */
const pngKept = /^([A-Z]...|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|mDCV|cLLI|sBIT|bKGD|hIST|pHYs|acTL|fcTL|fdAT)$/;

function stripPng(bytes: Uint8Array, view: DataView): Uint8Array {
  const parts: Uint8Array[] = [];
  let orientation = 0;
  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    const name = textAt(view, at + 4, 4);
    if (end > view.byteLength) throw new RangeError("a chunk is longer than the file");
    if (name === "eXIf") orientation ||= orientationIn(view, at + 8, length);
    if (pngKept.test(name)) parts.push(bytes.subarray(at, end));
    if (name === "IEND") break;
    at = end;
  }
  const [header, ...rest] = parts;
  const turn = orientation > 1 ? [orientationChunk(orientation)] : [];
  return joined([bytes.subarray(0, 8), ...(header ? [header] : []), ...turn, ...rest]);
}

const webpKept = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"];
/** The VP8X flags for the presence of Exif and XMP. */
const metadataFlags = 0x08 | 0x04;

function stripWebp(bytes: Uint8Array, view: DataView): Uint8Array {
  const parts = [bytes.slice(0, 12)];
  const end = view.getUint32(4, true) + 8;
  const count = partCounter();
  for (let at = 12; at + 8 <= end; ) {
    count();
    const name = textAt(view, at, 4);
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    if (next > view.byteLength) throw new RangeError("a chunk is longer than the file");
    if (webpKept.includes(name)) {
      const chunk = bytes.slice(at, next);
      if (name === "VP8X") chunk[8] = (chunk[8] ?? 0) & ~metadataFlags;
      parts.push(chunk);
    }
    at = next;
  }
  const whole = joined(parts);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return whole;
}

/** ISO/IEC 14496-12, 8.11: zeros over metadata items, because everything else is found by its offset. */
function stripAvif(bytes: Uint8Array, view: DataView): Uint8Array {
  const whole = new Uint8Array(bytes);
  const top = boxesIn(view, 0, view.byteLength);
  const meta = top.find(({ name }) => name === "meta");
  if (!meta) return whole;
  const infos = boxIn(view, meta.start + 4, meta.end, "iinf");
  const locations = boxIn(view, meta.start + 4, meta.end, "iloc");
  const data = boxIn(view, meta.start + 4, meta.end, "idat");
  for (const { name, start, end } of top)
    if (["uuid", "free", "skip", "udta"].includes(name)) whole.fill(0, start, end);
  if (!infos || !locations) return whole;
  const items = metadataItems(view, infos);
  let zeros = 0;
  for (const { item, inData, offset, length } of extentsIn(view, locations)) {
    if (!items.has(item)) continue;
    const from = offset + (inData ? (data?.start ?? view.byteLength) : 0);
    if (from + length > view.byteLength) throw new RangeError("an item is longer than the file");
    const to = length === 0 ? view.byteLength : from + length;
    zeros += to - from;
    if (zeros > view.byteLength) throw new RangeError("items are longer than the file");
    whole.fill(0, from, to);
  }
  return whole;
}

/** The ids of the items that hold Exif or text (XMP has the type "mime"). */
function metadataItems(view: DataView, { start, end }: Box): Set<number> {
  const items = new Set<number>();
  for (const info of boxesIn(view, start + (view.getUint8(start) === 0 ? 6 : 8), end)) {
    const version = view.getUint8(info.start);
    if (info.name !== "infe" || version < 2) continue;
    const isLong = version > 2;
    const type = textAt(view, info.start + (isLong ? 10 : 8), 4);
    const number = isLong ? view.getUint32(info.start + 4) : view.getUint16(info.start + 4);
    if (["Exif", "mime", "uri "].includes(type)) items.add(number);
  }
  return items;
}

function* extentsIn(view: DataView, { start }: Box) {
  const version = view.getUint8(start);
  const isLong = version === 2;
  const sizes = view.getUint16(start + 4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  let at = start + 6;
  const read = (size: number) => {
    at += size;
    if (size === 8) return Number(view.getBigUint64(at - 8));
    if (size === 4) return view.getUint32(at - 4);
    return size === 2 ? view.getUint16(at - 2) : 0;
  };
  const count = partCounter();
  for (let left = read(isLong ? 4 : 2); left > 0; left -= 1) {
    const item = read(isLong ? 4 : 2);
    const inData = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseSize);
    count();
    for (let extents = read(2); extents > 0; extents -= 1) {
      count();
      read(indexSize);
      yield { item, inData, offset: base + read(offsetSize), length: read(lengthSize) };
    }
  }
}
