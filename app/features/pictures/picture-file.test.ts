import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type PictureFile, pictureFaultOf, readPicture } from "./picture-file.ts";

const picture = (width = 123, height = 77, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 60, b: 40, alpha } } });

const files: Record<string, Uint8Array> = {};
const types: Record<string, PictureFile["type"]> = {
  "baseline.jpg": "image/jpeg",
  "progressive.jpg": "image/jpeg",
  "plain.png": "image/png",
  "lossy.webp": "image/webp",
  "lossless.webp": "image/webp",
  "transparent.webp": "image/webp",
  "plain.avif": "image/avif",
  "transparent.avif": "image/avif",
};

beforeAll(async () => {
  files["baseline.jpg"] = await picture().jpeg().toBuffer();
  files["progressive.jpg"] = await picture().jpeg({ progressive: true }).toBuffer();
  files["plain.png"] = await picture().png().toBuffer();
  files["lossy.webp"] = await picture().removeAlpha().webp().toBuffer();
  files["lossless.webp"] = await picture().removeAlpha().webp({ lossless: true }).toBuffer();
  files["transparent.webp"] = await picture(123, 77, 0.5).webp().toBuffer();
  files["plain.avif"] = await picture().removeAlpha().avif({ effort: 0 }).toBuffer();
  files["transparent.avif"] = await picture(123, 77, 0.5).avif({ effort: 0 }).toBuffer();
  // A slice of a Buffer is no copy.
  for (const [name, bytes] of Object.entries(files)) files[name] = new Uint8Array(bytes);
});

const fileOf = (name: string) => files[name] ?? new Uint8Array();

describe.each(Object.keys(types))("%s", (name) => {
  it("is recognized by its content and measured", () => {
    expect(readPicture(fileOf(name))).toMatchObject({ type: types[name], width: 123, height: 77 });
  });

  it("is rejected when truncated at any point", () => {
    const whole = fileOf(name);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 2 }), (length) => {
        expect(readPicture(whole.slice(0, length))).toBeNull();
      }),
    );
  });

  it("never breaks the reader, whatever bytes are changed", () => {
    const whole = fileOf(name);
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const broken = whole.slice();
        for (const [at, value] of changes) broken[at] = value;
        const found = readPicture(broken);
        if (found) expect(Math.min(found.width, found.height)).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe.each(["jpeg", "png"] as const)("a %s file with an Exif orientation", (format) => {
  const turned = (orientation: number) => picture().toFormat(format).withMetadata({ orientation }).toBuffer();

  it.each([1, 2, 3, 4])("keeps its size without a quarter turn (orientation %i)", async (orientation) => {
    expect(readPicture(await turned(orientation))).toMatchObject({ width: 123, height: 77 });
  });

  it.each([5, 6, 7, 8])("is measured as it is shown with a quarter turn (orientation %i)", async (orientation) => {
    expect(readPicture(await turned(orientation))).toMatchObject({ width: 77, height: 123 });
  });

  it("is measured as it is stored if the orientation is none of the eight", async () => {
    const file = await turned(6);
    const entry = Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0]);
    expect(file.includes(entry)).toBe(true);
    file[file.indexOf(entry) + 8] = 9;
    expect(readPicture(file)).toMatchObject({ width: 123, height: 77 });
  });
});

describe("an animation", () => {
  it("is known by its content", async () => {
    const frames = [await picture().png().toBuffer(), await picture(123, 77, 0).png().toBuffer()];
    const webp = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [500, 500] })
      .toBuffer();
    expect(readPicture(webp)).toMatchObject({ width: 123, height: 77, isAnimated: true });
    const png = fileOf("plain.png");
    const animated = Buffer.concat([
      png.subarray(0, 33),
      Buffer.from("\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0"),
      png.subarray(33),
    ]);
    expect(readPicture(animated)).toMatchObject({ isAnimated: true });
    const sequence = Buffer.from(fileOf("plain.avif"));
    sequence.write("avis", 8, "latin1");
    expect(readPicture(sequence)).toMatchObject({ isAnimated: true });
  });

  it.each(Object.keys(types))("is not what %s is", (name) => {
    expect(readPicture(fileOf(name))).toMatchObject({ isAnimated: false });
  });
});

describe("an AVIF that Firefox does not show", () => {
  const wasRead = (bytes: Buffer) => [readPicture(bytes), pictureFaultOf(bytes)];
  let turned: Buffer;
  beforeAll(async () => {
    turned = await picture().withMetadata({ orientation: 6 }).avif({ effort: 0 }).toBuffer();
    expect(readPicture(turned)).not.toBeNull();
  });

  it("is cropped by its metadata", () => {
    const cropped = Buffer.from(turned);
    cropped.write("clap", turned.indexOf("irot"), "latin1");
    expect(wasRead(cropped)).toEqual([null, "odd-avif"]);
  });

  it("is turned before its size is said", () => {
    const first = Buffer.from(turned);
    const at = first.indexOf("ipma") + 15; // the first item's properties
    const [count = 0] = first.subarray(at - 1);
    first.set([...first.subarray(at, at + count)].reverse(), at);
    expect(wasRead(first)).toEqual([null, "odd-avif"]);
  });

  it("says of its items in several places what belongs to them", () => {
    const at = turned.indexOf("ipma") - 4;
    const once = turned.subarray(at, at + turned.readUInt32BE(at));
    const twice = Buffer.concat([turned.subarray(0, at), once, turned.subarray(at)]);
    for (const holder of ["meta", "iprp"]) {
      const start = twice.indexOf(holder) - 4;
      twice.writeUInt32BE(twice.readUInt32BE(start) + once.length, start);
    }
    expect(wasRead(twice)).toEqual([null, "odd-avif"]);
  });
});

describe("pictureFaultOf", () => {
  const text = (content: string) => Buffer.from(content, "latin1");
  const heic = (brand: string) => text(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`);
  it.each([
    ["empty", text("")],
    ["heic", heic("heic")],
    ["heic", heic("mif1")],
    ["gif", text("GIF89a\x01\0\x01\0")],
    ["svg", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["svg", text('<?xml version="1.0"?><svg/>')],
    ["tiff", text("II*\0\x08\0\0\0")],
    ["tiff", text("MM\0*\0\0\0\x08")],
    ["bmp", text("BM\x1a\0\0\0\0\0\0\0\x1a\0\0\0")],
    ["no-picture", text("BMW and other cars of this year")],
    ["no-picture", text("%PDF-1.7 and more")],
    ["no-picture", text("<!doctype html><script>alert(1)</script>")],
  ])("is %s (%#)", (fault, bytes) => {
    expect([readPicture(bytes), pictureFaultOf(bytes)]).toEqual([null, fault]);
  });

  it.each(Object.keys(types))("is incomplete for the first half of %s", (name) => {
    expect(pictureFaultOf(fileOf(name).slice(0, fileOf(name).length / 2))).toBe("incomplete");
  });
});

describe("readPicture", () => {
  const text = (content: string) => new TextEncoder().encode(content);
  it.each([
    ["an SVG file", text('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script/></svg>')],
    ["an HTML page", text("<!doctype html><title>Poster</title><script>alert(1)</script>")],
    ["a GIF file", text("GIF89a\u0001\u0000\u0001\u0000")],
    ["a PDF file", text("%PDF-1.7 and more of it, so that nothing ends too early")],
    ["a text that begins like a WebP file", text("RIFF....WEBPVP8 and then words and words and words")],
    [
      "a film (ftyp isom)",
      text("\u0000\u0000\u0000\u0010ftypisom\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0008mdat"),
    ],
    ["an empty file", new Uint8Array()],
    ["zeros", new Uint8Array(4096)],
  ])("rejects %s", (_, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it("rejects a page behind a PNG signature", () => {
    const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
    expect(readPicture(new Uint8Array([...signature, ...text("<script>alert(1)</script>".repeat(9))]))).toBeNull();
  });

  it("rejects random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(readPicture(bytes)).toBeNull();
      }),
    );
  });
});

it("a picture with more than 20,000 pixels on one side is rejected", async () => {
  const wide = await picture(20_001, 1).png().toBuffer();
  expect([readPicture(wide), pictureFaultOf(wide)]).toEqual([null, "too-many-pixels"]);
  expect(readPicture(await picture(20_000, 1).png().toBuffer())).toMatchObject({ width: 20_000 });
});

it("a picture with more than 50 million pixels is rejected", async () => {
  const sized = async (width: number, height: number) => {
    const file = await picture(1, 1).png().toBuffer();
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    return file;
  };
  const large = await sized(19_990, 19_990);
  expect([readPicture(large), pictureFaultOf(large)]).toEqual([null, "too-many-pixels"]);
  expect(readPicture(await sized(10_000, 5_001))).toBeNull();
  expect(readPicture(await sized(10_000, 5_000))).toMatchObject({ width: 10_000, height: 5_000 });
});
