import type { pictureFaultOf } from "./picture-file.ts";

export type PictureFault = ReturnType<typeof pictureFaultOf> | "no-file" | "too-large" | "bad-smaller";

export const pictureFaults: Record<PictureFault, string> = {
  "no-file": "Choose a file",
  "too-large": "The file is larger than 5 MiB. Choose a smaller one.",
  empty: "The file is empty. Choose another one.",
  heic: "This is a HEIC picture, as iPhones take them, which most browsers cannot show. Save it as JPEG and choose that file.",
  gif: "This is a GIF, which is not accepted here. Save it as PNG, or as WebP if it moves, and choose that file.",
  svg: "This is an SVG drawing, which can contain scripts. Save it as PNG and choose that file.",
  tiff: "This is a TIFF picture, which most browsers cannot show. Save it as JPEG or PNG and choose that file.",
  bmp: "This is a BMP picture, which is not accepted here. Save it as PNG and choose that file.",
  "odd-avif":
    "Firefox cannot show this AVIF picture, because of how it was cropped, turned or saved. Save it as JPEG or PNG and choose that file.",
  "too-many-pixels":
    "This picture has more than 50 million pixels, or one side of more than 20,000. Save it smaller and choose that file.",
  incomplete: "This picture is not complete: its file is cut off or damaged. Save it again and choose that file.",
  "no-picture": "This is not a JPEG, PNG, WebP or AVIF picture, whatever its name says. Choose another file.",
  "bad-smaller": "The smaller pictures that came with it do not match it. Choose the file again.",
};
