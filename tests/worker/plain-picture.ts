import sharp from "sharp";

/** A picture of one color, as a file of a form. Its width and height are in pixels. */
export async function plainPicture(width: number, height: number, kind: "jpeg" | "png" | "webp"): Promise<Blob> {
  const drawn = sharp({ create: { width, height, channels: 3, background: "#0b3d4f" } });
  return new Blob([await drawn.toFormat(kind).toBuffer()]);
}
