import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { leastCpuTime } from "../../platform/cpu-time.fixture.ts";
import { readPicture } from "./picture-file.ts";
import { withoutMetadata } from "./picture-metadata.ts";

const secret = "21.3069 N, 157.8583 W";
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${secret}"/></rdf:RDF></x:xmpmeta>`;
const types = ["baseline.jpg", "progressive.jpg", "plain.png", "lossy.webp", "transparent.webp", "plain.avif"] as const;
type Name = (typeof types)[number];

const files = {} as Record<Name, Uint8Array>;
/** A photograph with a location in its metadata, like one from a phone. */
const picture = (orientation = 1, alpha = 1) =>
  sharp({ create: { width: 123, height: 77, channels: 4, background: { r: 200, g: 60, b: 40, alpha } } })
    .withMetadata({ orientation, icc: "p3" })
    .withExifMerge({ IFD0: { ImageDescription: secret, Make: secret }, IFD3: { GPSAreaInformation: secret } })
    .withXmp(xmp);

beforeAll(async () => {
  files["baseline.jpg"] = await picture().jpeg().toBuffer();
  files["progressive.jpg"] = await picture(6).jpeg({ progressive: true }).toBuffer();
  files["plain.png"] = await picture().png().toBuffer();
  files["lossy.webp"] = await picture().removeAlpha().webp().toBuffer();
  files["transparent.webp"] = await picture(1, 0.5).webp().toBuffer();
  files["plain.avif"] = await picture().removeAlpha().avif({ effort: 0 }).toBuffer();
});

const holdsSecret = (bytes: Uint8Array) => Buffer.from(bytes).includes(secret);
const pixels = async (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer();
const stripped = (bytes: Uint8Array) => withoutMetadata(bytes) ?? new Uint8Array();

describe.each(types)("%s", (name) => {
  it("loses its location and keeps its size, pixels and color profile", async () => {
    expect(holdsSecret(files[name])).toBe(true);
    const bytes = stripped(files[name]);
    expect(holdsSecret(bytes)).toBe(false);
    expect(Buffer.from(bytes).includes("xmpmeta")).toBe(false);
    expect(readPicture(bytes)).toEqual(readPicture(files[name]));
    expect((await pixels(bytes)).equals(await pixels(files[name]))).toBe(true);
    const [before, after] = [await sharp(files[name]).metadata(), await sharp(bytes).metadata()];
    expect(after.icc?.toString("latin1")).toBe(before.icc?.toString("latin1"));
    // In AVIF, where everything is found by its offset, zeros replace the metadata.
    expect([...(after.xmp ?? []), ...(after.exif ?? [])].filter((byte) => byte !== 0).length).toBeLessThan(30);
  });

  it("does not change when stripped a second time", () => {
    const once = stripped(files[name]);
    expect(Buffer.from(stripped(once)).equals(once)).toBe(true);
  });

  it("never breaks the reader, whatever bytes are changed", () => {
    const change = fc.tuple(fc.nat(files[name].length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const broken = files[name].slice();
        for (const [at, value] of changes) broken[at] = value;
        const bytes = withoutMetadata(broken);
        if (bytes) expect(bytes.length).toBeLessThanOrEqual(broken.length + 36);
      }),
      { numRuns: 200 },
    );
  });
});

it.each(["baseline.jpg", "plain.png", "lossy.webp"] as const)("bytes after the end of %s are removed", (name) => {
  const bytes = stripped(Buffer.concat([files[name], Buffer.from(`a film, at ${secret}`)]));
  expect(Buffer.from(bytes).equals(stripped(files[name]))).toBe(true);
});

describe.each(["jpeg", "png"] as const)("a %s file", (format) => {
  it.each([2, 3, 4, 5, 6, 7, 8])("with orientation %i keeps it and loses its other metadata", async (orientation) => {
    const file = await picture(orientation).toFormat(format).toBuffer();
    const bytes = stripped(file);
    expect((await pixels(bytes)).equals(await pixels(file))).toBe(true);
    expect(Buffer.from(stripped(bytes)).equals(bytes)).toBe(true);
    expect((await sharp(bytes).metadata()).orientation).toBe(orientation);
    expect(readPicture(bytes)).toEqual(readPicture(file));
    expect(holdsSecret(bytes)).toBe(false);
  });
});

it("comments and text chunks are removed", async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const text = Buffer.from(`tEXtAuthor\0${secret}`);
  const chunk = Buffer.concat([Buffer.alloc(4), text, Buffer.alloc(4)]);
  chunk.writeUInt32BE(text.length - 4, 0);
  expect(Buffer.from(stripped(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]))).equals(png)).toBe(true);

  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), Buffer.from(secret)]);
  expect(Buffer.from(stripped(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))).equals(jpeg)).toBe(
    true,
  );
});

it("a file that is not a picture is rejected", () => {
  expect(withoutMetadata(new TextEncoder().encode("<svg/>"))).toBeNull();
  expect(withoutMetadata(new Uint8Array())).toBeNull();
});

describe("a file made to keep its reader busy", () => {
  const megabytes = 5 * 1024 * 1024;
  const bytesOf = (...parts: (string | number[] | Uint8Array)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
  const long = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  const box = (name: string, ...parts: Parameters<typeof bytesOf>) => {
    const content = bytesOf(...parts);
    return bytesOf(long(content.length + 8), name, content);
  };
  const filled = (length: number, unit: Uint8Array) => Buffer.alloc(length - (length % unit.length), unit);

  /** An AVIF file of one pixel, with extra boxes in its meta box and after it. */
  const avif = (inMeta: Uint8Array, behind: Uint8Array, brands: Uint8Array = bytesOf("avif")) => {
    const properties = box("ipco", box("ispe", long(0), long(1), long(1)));
    const associations = box("ipma", long(0), long(1), [0, 1, 1, 1]);
    const meta = box("meta", long(0), box("pitm", long(0), [0, 1]), box("iprp", properties, associations), inMeta);
    return bytesOf(box("ftyp", "avif", long(0), brands), meta, box("mdat", "data"), behind);
  };
  const items = Array.from({ length: 10 }, (_, index) => index + 2);
  const infos = box("iinf", long(0), [0, 10], ...items.map((item) => box("infe", [2, 0, 0, 0, 0, item, 0, 0], "Exif")));
  /** Each item has 65,535 extents of length zero. */
  const locations = box("iloc", long(0), [0, 0, 0, 10], ...items.map((item) => [0, item, 0, 0, 255, 255]));
  const once = box("iloc", long(0), [0, 0, 0, 2], ...[2, 3].map((item) => [0, item, 0, 0, 0, 1]));
  const nothing = new Uint8Array();

  const wait = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0];
  const png = bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    long(13),
    "IHDR",
    long(9),
    long(9),
    [8, 2, 0, 0, 0],
    long(0),
  );
  const webp = (chunks: Uint8Array) => {
    const content = bytesOf("WEBP", "VP8X", [10, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 8, 0, 0], chunks);
    return bytesOf("RIFF", [...long(content.length)].reverse(), content);
  };

  it.each([
    ["AVIF with ten items of no width in 400 KB", avif(bytesOf(infos, locations), box("free", Buffer.alloc(400_000)))],
    ["AVIF with items that all are the whole file", avif(bytesOf(infos, once), box("free", Buffer.alloc(megabytes)))],
    ["AVIF of empty boxes", avif(nothing, filled(megabytes, box("free")))],
    ["AVIF of empty boxes within", avif(filled(megabytes, box("free")), nothing)],
    ["AVIF of endless brands", avif(nothing, nothing, filled(megabytes, bytesOf("avif")))],
    [
      "JPEG of empty segments",
      bytesOf(wait, filled(megabytes, bytesOf([0xff, 0xe3, 0, 2])), [0xff, 0xda, 0, 2, 0xff, 0xd9]),
    ],
    [
      "PNG of empty chunks",
      bytesOf(png, filled(megabytes, bytesOf(long(0), "IDAT", long(0))), long(0), "IEND", long(0)),
    ],
    ["WebP of empty chunks", webp(filled(megabytes, bytesOf("ALPH", long(0))))],
  ])("is rejected within 50 ms: %s", async (_, file) => {
    const reject = () => expect(withoutMetadata(file) === null).toBe(true);
    expect(await leastCpuTime(reject, 50)).toBeLessThan(50);
  });

  it("is accepted with only one or two of those parts", () => {
    const one = box("iloc", long(0), [0, 0, 0, 1], [0, 2, 0, 0, 0, 1]);
    expect(withoutMetadata(avif(bytesOf(infos, one), nothing))).not.toBeNull();
    expect(withoutMetadata(bytesOf(wait, [0xff, 0xe3, 0, 2, 0xff, 0xda, 0, 2, 0xff, 0xd9]))).not.toBeNull();
    expect(withoutMetadata(bytesOf(png, long(0), "IDAT", long(0), long(0), "IEND", long(0)))).not.toBeNull();
    expect(withoutMetadata(webp(bytesOf("ALPH", long(0))))).not.toBeNull();
  });
});
