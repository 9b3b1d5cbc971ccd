export const pictureTypes = ["image/avif", "image/jpeg", "image/png", "image/webp"] as const;

/** What a picture's content says, regardless of its name and its sender's claims. */
export interface PictureFile {
  type: (typeof pictureTypes)[number];
  extension: "jpg" | "png" | "webp" | "avif";
  /** Pixels as shown: a picture rotated by 90° through its metadata has width and height swapped. */
  width: number;
  height: number;
}

/** The byte limit of one file. */
export const pictureLimit = 5 * 1024 * 1024;
/** The byte limit of a form with such a file and the smaller versions a browser makes of it. */
export const pictureBodyLimit = 6 * 1024 * 1024;
const mostPixels = 20_000;
/**
 * The limit of segments, chunks or boxes in one file; a picture of the largest size, cut into tiles, has a third of it.
 */
const mostParts = 10_000;

/** Counts the parts of a file. @throws RangeError when there are more than any real picture has */
export function partCounter(): () => void {
  let left = mostParts;
  return () => {
    left -= 1;
    if (left < 0) throw new RangeError("a file of too many parts");
  };
}

/**
 * Determines by content what a file is, and reads its size in pixels.
 * @returns null for anything but a complete JPEG, PNG, WebP or AVIF file
 */
export function readPicture(bytes: Uint8Array): PictureFile | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = readJpeg(view) ?? readPng(view) ?? readWebp(view) ?? readAvif(view);
    const fits = (length: number) => length >= 1 && length <= mostPixels;
    return found && fits(found.width) && fits(found.height) ? found : null;
  } catch (error) {
    if (error instanceof RangeError) return null; // the file is truncated or has too many parts
    throw error;
  }
}

export const textAt = (view: DataView, offset: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(offset + index)));

const turned = (isTurned: boolean, width: number, height: number) =>
  isTurned ? { width: height, height: width } : { width, height };

/** ISO/IEC 10918-1 annex B: reads segments up to the first scan; the frame header holds the size. */
function readJpeg(view: DataView): PictureFile | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let size: { width: number; height: number } | undefined;
  let isTurned = false;
  const count = partCounter();
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    count();
    const length = view.getUint16(at + 2);
    if (marker === 0xe1) isTurned ||= orientationIn(view, at + 4, length - 2) >= 5;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + length;
    if (marker !== 0xda) continue;
    if (!size || !endsJpeg(view, at)) return null;
    return { type: "image/jpeg", extension: "jpg", ...turned(isTurned, size.width, size.height) };
  }
}

/** Cameras append data after the end of the picture, so the end marker is searched for from the back. */
function endsJpeg(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at >= from; at -= 1) if (view.getUint16(at) === 0xffd9) return true;
  return false;
}

/**
 * The orientation (tag 0x0112) in an Exif segment, 1 to 8, where 5 and up swap width and height; 0 if there is none.
 */
export function orientationIn(view: DataView, offset: number, length: number): number {
  if (length < 16 || textAt(view, offset, 6) !== "Exif\0\0") return 0;
  const start = offset + 6;
  const little = textAt(view, start, 2) === "II";
  const directory = start + view.getUint32(start + 4, little);
  const end = offset + length;
  for (let entry = directory + 2; entry + 12 <= end; entry += 12) {
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little);
  }
  return 0;
}

/** PNG, third edition, 5: chunks, IHDR first and IEND last. */
function readPng(view: DataView): PictureFile | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (textAt(view, 12, 4) !== "IHDR") return null;
  let hasPicture = false;
  const count = partCounter();
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    count();
    const name = textAt(view, at + 4, 4);
    if (name === "IDAT") hasPicture = true;
    if (name !== "IEND") continue;
    view.getUint32(at + 8);
    if (!hasPicture) return null;
    return { type: "image/png", extension: "png", width: view.getUint32(16), height: view.getUint32(20) };
  }
}

/** RFC 9649: a RIFF file whose first chunk is VP8, VP8L or VP8X. */
function readWebp(view: DataView): PictureFile | null {
  if (textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WEBP") return null;
  if (view.getUint32(4, true) + 8 > view.byteLength) return null;
  const size = webpSize(view, textAt(view, 12, 4));
  return size && { type: "image/webp", extension: "webp", ...size };
}

function webpSize(view: DataView, chunk: string): { width: number; height: number } | null {
  if (chunk === "VP8X") {
    const threeBytes = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  }
  if (chunk === "VP8L" && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (chunk === "VP8 " && view.getUint8(23) === 0x9d && view.getUint16(24, true) === 0x2a01) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  return null;
}

export interface Box {
  name: string;
  /** Where the content begins and the box ends. */
  start: number;
  end: number;
}

/**
 * The boxes (ISO/IEC 14496-12, 4.2) between two offsets.
 * @throws RangeError for a box that ends after the last offset, or too many boxes
 */
export function boxesIn(view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  const count = partCounter();
  for (let at = from; at < to; ) {
    count();
    const short = view.getUint32(at);
    const head = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    if (length < head || at + length > to) throw new RangeError("a box is longer than what holds it");
    boxes.push({ name: textAt(view, at + 4, 4), start: at + head, end: at + length });
    at += length;
  }
  return boxes;
}

export const boxIn = (view: DataView, from: number, to: number, name: string) =>
  boxesIn(view, from, to).find((box) => box.name === name);

/** ISO/IEC 23008-12 and AV1 Image File Format: the properties of the primary item. */
function readAvif(view: DataView): PictureFile | null {
  if (textAt(view, 4, 4) !== "ftyp") return null;
  const top = boxesIn(view, 0, view.byteLength);
  const [kind] = top;
  const meta = top.find((box) => box.name === "meta");
  if (!kind || !meta || !top.some((box) => box.name === "mdat") || !isAvif(view, kind)) return null;
  const primary = boxIn(view, meta.start + 4, meta.end, "pitm");
  const properties = boxIn(view, meta.start + 4, meta.end, "iprp");
  if (!primary || !properties) return null;
  const item =
    view.getUint8(primary.start) === 0 ? view.getUint16(primary.start + 4) : view.getUint32(primary.start + 4);
  const container = boxIn(view, properties.start, properties.end, "ipco");
  const associations = boxIn(view, properties.start, properties.end, "ipma");
  if (!container || !associations) return null;
  const all = boxesIn(view, container.start, container.end);
  const own = propertiesOf(view, associations, item).map((index) => all[index - 1]);
  const extent = own.find((box) => box?.name === "ispe");
  const rotation = own.find((box) => box?.name === "irot");
  if (!extent) return null;
  const isTurned = rotation !== undefined && view.getUint8(rotation.start) % 2 === 1;
  const size = turned(isTurned, view.getUint32(extent.start + 4), view.getUint32(extent.start + 8));
  return { type: "image/avif", extension: "avif", ...size };
}

function isAvif(view: DataView, { start, end }: Box): boolean {
  const brands = [textAt(view, start, 4)];
  const count = partCounter();
  for (let at = start + 8; at + 4 <= end; at += 4) {
    count();
    brands.push(textAt(view, at, 4));
  }
  return brands.includes("avif") || brands.includes("avis");
}

function propertiesOf(view: DataView, { start, end }: Box, item: number): number[] {
  const isLong = view.getUint8(start) > 0;
  const isWide = (view.getUint8(start + 3) & 1) === 1;
  const entries = view.getUint32(start + 4);
  let at = start + 8;
  const countEntry = partCounter();
  for (let entry = 0; entry < entries && at < end; entry += 1) {
    countEntry();
    const id = isLong ? view.getUint32(at) : view.getUint16(at);
    at += isLong ? 4 : 2;
    const count = view.getUint8(at);
    at += 1;
    const width = isWide ? 2 : 1;
    const first = at;
    at += count * width;
    if (id !== item) continue;
    return Array.from({ length: count }, (_, index) =>
      isWide ? view.getUint16(first + index * 2) & 0x7fff : view.getUint8(first + index) & 0x7f,
    );
  }
  return [];
}
