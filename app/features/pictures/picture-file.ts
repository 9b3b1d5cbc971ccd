export const pictureTypes = ["image/avif", "image/jpeg", "image/png", "image/webp"] as const;

export interface PictureFile {
  type: (typeof pictureTypes)[number];
  extension: "jpg" | "png" | "webp" | "avif";
  /** Pixels as shown: a picture rotated by 90° through its metadata has width and height swapped. */
  width: number;
  height: number;
  isAnimated: boolean;
  /** an AVIF that Firefox does not show: cropped by its metadata, or with that in another order than the standard's */
  isOddAvif?: boolean;
}

export const pictureLimit = 5 * 1024 * 1024;
/** The byte limit of a form with such a file and the smaller versions a browser makes of it. */
export const pictureBodyLimit = 6 * 1024 * 1024;
const longestSide = 20_000; // pixels
/** The limit of pixels: a browser needs four bytes for each, and shows a broken picture where they are too many. */
const mostPixels = 50_000_000;
/** The most segments, chunks or boxes in one file; the largest picture, cut into tiles, has a third of it. */
const mostParts = 10_000;

/** Counts the parts of a file. @throws RangeError when there are more than any real picture has */
export function partCounter(): () => void {
  let left = mostParts;
  return () => {
    left -= 1;
    if (left < 0) throw new RangeError("a file of too many parts");
  };
}

/** A file's kind by its content, and its size in pixels; null for anything but a complete JPEG, PNG, WebP or AVIF. */
export function readPicture(bytes: Uint8Array): PictureFile | null {
  const found = readFile(bytes);
  return found && fits(found) ? found : null;
}

function fits({ width, height, isOddAvif }: PictureFile): boolean {
  const isSide = (length: number) => length >= 1 && length <= longestSide;
  return isSide(width) && isSide(height) && width * height <= mostPixels && !isOddAvif;
}

function readFile(bytes: Uint8Array): PictureFile | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return readJpeg(view) ?? readPng(view) ?? readWebp(view) ?? readAvif(view);
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
  let orientation = 0;
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
    if (marker === 0xe1) orientation ||= orientationInSegment(view, at + 4, length - 2);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + length;
    if (marker !== 0xda) continue;
    if (!size || !endsJpeg(view, at)) return null;
    const shown = turned(isQuarterTurn(orientation), size.width, size.height);
    return { type: "image/jpeg", extension: "jpg", isAnimated: false, ...shown };
  }
}

/** Cameras append data after the end of the picture, so the end marker is searched for from the back. */
function endsJpeg(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at >= from; at -= 1) if (view.getUint16(at) === 0xffd9) return true;
  return false;
}

const isQuarterTurn = (orientation: number) => orientation >= 5;

/** The orientation in a JPEG segment, if that holds Exif; 0 if there is none. */
export function orientationInSegment(view: DataView, offset: number, length: number): number {
  return length >= 16 && textAt(view, offset, 6) === "Exif\0\0" ? orientationIn(view, offset + 6, length - 6) : 0;
}

/** The orientation (tag 0x0112) in Exif data, 1 to 8; 0 if there is none. */
export function orientationIn(view: DataView, start: number, length: number): number {
  if (length < 10) return 0;
  const little = textAt(view, start, 2) === "II";
  const directory = start + view.getUint32(start + 4, little);
  const end = start + length;
  for (let entry = directory + 2; entry + 12 <= end; entry += 12) {
    if (view.getUint16(entry, little) !== 0x0112) continue;
    const orientation = view.getUint16(entry + 8, little);
    return orientation <= 8 ? orientation : 0;
  }
  return 0;
}

/** PNG, third edition, 5: chunks, IHDR first and IEND last; acTL belongs to animations, eXIf holds Exif. */
function readPng(view: DataView): PictureFile | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (textAt(view, 12, 4) !== "IHDR") return null;
  let hasPicture = false;
  let isAnimated = false;
  let orientation = 0;
  const count = partCounter();
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    count();
    const name = textAt(view, at + 4, 4);
    if (name === "IDAT") hasPicture = true;
    if (name === "acTL") isAnimated = true;
    if (name === "eXIf") orientation ||= orientationIn(view, at + 8, view.getUint32(at));
    if (name !== "IEND") continue;
    view.getUint32(at + 8);
    if (!hasPicture) return null;
    const shown = turned(isQuarterTurn(orientation), view.getUint32(16), view.getUint32(20));
    return { type: "image/png", extension: "png", isAnimated, ...shown };
  }
}

/** RFC 9649: a RIFF file whose first chunk is VP8, VP8L or VP8X. */
function readWebp(view: DataView): PictureFile | null {
  if (textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WEBP") return null;
  if (view.getUint32(4, true) + 8 > view.byteLength) return null;
  const size = webpSize(view, textAt(view, 12, 4));
  const isAnimated = textAt(view, 12, 4) === "VP8X" && (view.getUint8(20) & 0x02) !== 0;
  return size && { type: "image/webp", extension: "webp", isAnimated, ...size };
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

/** Boxes (ISO/IEC 14496-12, 4.2). @throws RangeError for one that ends after the last offset, or too many */
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
  if (!kind || !meta || !top.some((box) => box.name === "mdat")) return null;
  const brands = brandsOf(view, kind);
  if (!brands.includes("avif") && !brands.includes("avis")) return null;
  const primary = boxIn(view, meta.start + 4, meta.end, "pitm");
  const properties = boxIn(view, meta.start + 4, meta.end, "iprp");
  if (!primary || !properties) return null;
  const item =
    view.getUint8(primary.start) === 0 ? view.getUint16(primary.start + 4) : view.getUint32(primary.start + 4);
  const container = boxIn(view, properties.start, properties.end, "ipco");
  const [associations, others] = boxesIn(view, properties.start, properties.end).filter(({ name }) => name === "ipma");
  if (!container || !associations) return null;
  const all = boxesIn(view, container.start, container.end);
  const own = propertiesOf(view, associations, item).map((index) => all[index - 1]);
  const names = own.map((box) => box?.name);
  const extent = own[names.indexOf("ispe")];
  const rotation = own.find((box) => box?.name === "irot");
  if (!extent) return null;
  const isTurned = rotation !== undefined && view.getUint8(rotation.start) % 2 === 1;
  const size = turned(isTurned, view.getUint32(extent.start + 4), view.getUint32(extent.start + 8));
  const isTurnedFirst = names.slice(0, names.indexOf("ispe")).some((name) => name === "irot" || name === "imir");
  const isOddAvif = names.includes("clap") || isTurnedFirst || others !== undefined;
  return { type: "image/avif", extension: "avif", isAnimated: brands.includes("avis"), isOddAvif, ...size };
}

function brandsOf(view: DataView, { start, end }: Box): string[] {
  const brands = [textAt(view, start, 4)];
  const count = partCounter();
  for (let at = start + 8; at + 4 <= end; at += 4) {
    count();
    brands.push(textAt(view, at, 4));
  }
  return brands;
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

/** Why `readPicture` does not take a file, as far as its bytes tell. */
export function pictureFaultOf(bytes: Uint8Array) {
  if (bytes.length === 0) return "empty";
  const found = readFile(bytes);
  if (found?.isOddAvif) return "odd-avif";
  if (found && !fits(found)) return "too-many-pixels";
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  if (/^[\s\S]{4}ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/.test(start)) return "heic";
  if (/^GIF8[79]a/.test(start)) return "gif";
  if (/^(II\*\0|MM\0\*)/.test(start)) return "tiff";
  if (/^BM[\s\S]{4}\0\0\0\0/.test(start)) return "bmp";
  if (/^\s*(<\?xml|<!--|<svg|<!DOCTYPE svg)/i.test(start)) return "svg";
  return /^(\xff\xd8|\x89PNG|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftypavi[fs])/.test(start) ? "incomplete" : "no-picture";
}
