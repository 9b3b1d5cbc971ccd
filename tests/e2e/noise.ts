import sharp, { type Sharp } from "sharp";

/** A picture of noise, whose files are as large as a photograph's. Width and height are in pixels. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: "#000", noise: { type: "gaussian", mean: 120, sigma: 40 } },
  });
