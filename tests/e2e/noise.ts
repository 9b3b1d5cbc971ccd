import sharp, { type Sharp } from "sharp";

/** A picture of noise, which makes files as large as a photograph's. Its width and height are in pixels. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: "#000", noise: { type: "gaussian", mean: 120, sigma: 40 } },
  });
