import { pictureWidths } from "./picture.ts";
import { type PictureFile, pictureBodyLimit, readPicture } from "./picture-file.ts";

/** Bytes of a picture with its smaller ones: what a form may send, less 64 KiB for its other fields. */
const mostBytes = pictureBodyLimit - 64 * 1024;
/** What is decoded has four bytes a pixel, and a phone has not many hundred million. */
const mostPixels = 50_000_000;
const patience = 20_000; // ms

export interface Smaller {
  /** WebP files by their width in pixels, the smallest first */
  files: { width: number; file: File }[];
  /** why there are none, or not all */
  problem?: "no-picture" | "no-webp" | "too-many-pixels" | "undecodable";
}

/**
 * In a browser: the smaller ones of a picture, as the form of a new picture sends them. It never fails and takes 20 s at the
 * most: whatever cannot be made is left out, and the picture goes without it.
 */
export async function smallerPictures(file: File): Promise<Smaller> {
  const late = new Promise<Smaller>((done) => setTimeout(done, patience, { files: [], problem: "undecodable" }));
  return Promise.race([make(file).catch((): Smaller => ({ files: [], problem: "undecodable" })), late]);
}

async function make(file: File): Promise<Smaller> {
  const size = readPicture(new Uint8Array(await file.arrayBuffer()));
  if (!size) return { files: [], problem: "no-picture" };
  const widths = pictureWidths.filter((width) => width < size.width);
  const largest = widths.at(-1);
  if (!largest) return { files: [] };
  if (size.width * size.height > mostPixels) return { files: [], problem: "too-many-pixels" };
  const picture = await decode(file, size, largest);
  const files: Smaller["files"] = [];
  let left = mostBytes - file.size;
  for (const width of widths) {
    const blob = await shrink(picture, width, heightOf(size, width));
    if (blob?.type !== "image/webp") return { files, problem: "no-webp" };
    if (blob.size > left) break;
    left -= blob.size;
    files.push({ width, file: new File([blob], `${width}.webp`, { type: blob.type }) });
  }
  picture.close();
  return { files };
}

const heightOf = (size: PictureFile, width: number) => Math.max(1, Math.round((size.height * width) / size.width));

/** The picture, turned as it says, at the largest width that is needed. Browsers that shrink it unturned give it whole. */
async function decode(file: File, size: PictureFile, width: number): Promise<ImageBitmap> {
  const picture = await createImageBitmap(file, { resizeWidth: width, resizeQuality: "high" });
  if (picture.width === width && Math.abs(picture.height - heightOf(size, width)) <= 2) return picture;
  picture.close();
  return createImageBitmap(file);
}

/** @returns PNG from a browser that cannot write WebP, null from one that cannot draw so large a picture */
function shrink(picture: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/webp", 0.82));
}
