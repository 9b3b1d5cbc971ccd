import { mailBytes, mailWidth, pictureWidths } from "./picture.ts";
import { type PictureFile, pictureBodyLimit, readPicture } from "./picture-file.ts";

/** The byte limit of a picture with its smaller versions: that of the form, less 64 KiB for its other fields. */
const mostBytes = pictureBodyLimit - 64 * 1024;
const patience = 20_000; // ms

export interface Smaller {
  /** WebP files by width in pixels, smallest first. */
  files: { width: number; file: File }[];
  /** the JPEG for emails, unless the file itself can stand in one */
  mail?: File;
  /** Why there are none, or not all. */
  problem?: "animated" | "no-picture" | "no-webp" | "other-shape" | "undecodable";
}

/**
 * In the browser: makes the smaller versions of a picture that the form of a new picture sends. It never fails and
 * takes at most 20 s: versions that cannot be made are left out.
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
  if (size.isAnimated) return { files: [], problem: "animated" };
  const fitsMail = (size.type === "image/jpeg" || size.type === "image/png") && file.size <= mailBytes;
  if (!largest && fitsMail) return { files: [] };
  const inMail = Math.min(mailWidth, size.width);
  const picture = await decode(file, size, Math.max(largest ?? 0, inMail));
  if (!hasShape(picture, size)) return { files: [], problem: "other-shape" };
  const files: Smaller["files"] = [];
  let left = mostBytes - file.size;
  const jpeg = fitsMail ? null : await shrink(picture, inMail, heightOf(picture, inMail), "image/jpeg");
  const mail =
    jpeg && jpeg.size <= Math.min(left, mailBytes) ? new File([jpeg], "mail.jpg", { type: jpeg.type }) : undefined;
  left -= mail?.size ?? 0;
  for (const width of widths) {
    const blob = await shrink(picture, width, heightOf(picture, width), "image/webp");
    if (blob?.type !== "image/webp") return { files, mail, problem: "no-webp" };
    if (blob.size > left) break;
    left -= blob.size;
    files.push({ width, file: new File([blob], `${width}.webp`, { type: blob.type }) });
  }
  picture.close();
  return { files, mail };
}

type Size = Pick<PictureFile, "width" | "height">;

const heightOf = (size: Size, width: number) => Math.max(1, Math.round((size.height * width) / size.width));

const hasShape = (picture: Size, size: Size) => Math.abs(picture.height - heightOf(size, picture.width)) <= 2;

/** Decodes at the largest width needed, upright; in full in browsers that resize before rotating. */
async function decode(file: File, size: PictureFile, width: number): Promise<ImageBitmap> {
  const picture = await createImageBitmap(file, { resizeWidth: width, resizeQuality: "high" });
  if (picture.width === width && hasShape(picture, size)) return picture;
  picture.close();
  return createImageBitmap(file);
}

/**
 * A JPEG shows white instead of what is transparent.
 * @returns PNG if the browser cannot write this type, null if it cannot draw a picture this large
 */
function shrink(
  picture: ImageBitmap,
  width: number,
  height: number,
  type: "image/jpeg" | "image/webp",
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.imageSmoothingQuality = "high";
  if (type === "image/jpeg") {
    pen.fillStyle = "white";
    pen.fillRect(0, 0, width, height);
  }
  pen.drawImage(picture, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, type, 0.82));
}
