import { expect, it } from "vitest";
import { type ListedArticle, pictureSize, socialPictureOf } from "./article.ts";

const hex = "0123456789abcdef0123456789abcdef";
const of = (picture_path: string | null) =>
  socialPictureOf({ picture_path, picture_alt: picture_path && "A canoe" } as ListedArticle);

it("offers other sites an article's picture and its size, if they can display its format", () => {
  expect(of(`/uploads/${hex}-800x600_480.png`)).toEqual({
    path: `/uploads/${hex}-800x600_480.png`,
    alt: "A canoe",
    width: 800,
    height: 600,
  });
  for (const none of [null, "/Images/keys.svg", `/uploads/${hex}-800x600.avif`]) expect(of(none)).toBeUndefined();
});

it("reads the size of a picture from its address, or uses the size of the scenes that came with the site", () => {
  expect(pictureSize(`/uploads/${hex}-40x400.png`)).toEqual({ width: 40, height: 400 });
  expect(pictureSize("/Images/keys.svg")).toEqual({ width: 1600, height: 900 });
});
