import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type PictureFile, readPicture } from "./picture-file.ts";

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

describe("a picture with an Exif orientation", () => {
  it.each([1, 2, 3, 4])("keeps its size without a quarter turn (orientation %i)", async (orientation) => {
    const file = await picture().jpeg().withMetadata({ orientation }).toBuffer();
    expect(readPicture(file)).toMatchObject({ width: 123, height: 77 });
  });

  it.each([5, 6, 7, 8])("is measured as it is shown with a quarter turn (orientation %i)", async (orientation) => {
    const file = await picture().jpeg().withMetadata({ orientation }).toBuffer();
    expect(readPicture(file)).toMatchObject({ width: 77, height: 123 });
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
  expect(readPicture(await picture(20_001, 1).png().toBuffer())).toBeNull();
  expect(readPicture(await picture(20_000, 1).png().toBuffer())).toMatchObject({ width: 20_000 });
});
