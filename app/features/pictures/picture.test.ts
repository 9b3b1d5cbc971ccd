import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  filesOf,
  focusClass,
  focuses,
  isSmall,
  mailPictureAt,
  placeClass,
  socialImageOf,
  sourcesOf,
  typeOfUpload,
  uploadAt,
  uploadNameOf,
} from "./picture.ts";

const id = "01234567-89ab-cdef-0123-456789abcdef";
const hex = "0123456789abcdef0123456789abcdef";

describe("the name of an upload", () => {
  it("gives its size and three smaller pictures", () => {
    const name = uploadNameOf(id, { width: 1600, height: 900, extension: "jpg" }, [480, 960, 1440]);
    expect(name).toBe(`${hex}-1600x900_480_960_1440.jpg`);
    expect(uploadAt(`/uploads/${name}`)).toEqual({
      size: { width: 1600, height: 900 },
      smaller: [
        { width: 480, path: `/uploads/${hex}-1600x900_480_960_1440-480.webp` },
        { width: 960, path: `/uploads/${hex}-1600x900_480_960_1440-960.webp` },
        { width: 1440, path: `/uploads/${hex}-1600x900_480_960_1440-1440.webp` },
      ],
      mail: null,
    });
  });

  it("gives its size without any smaller pictures", () => {
    const name = uploadNameOf(id, { width: 300, height: 300, extension: "avif" }, []);
    expect(uploadAt(`/uploads/${name}`)).toEqual({ size: { width: 300, height: 300 }, smaller: [], mail: null });
  });

  it("gives no size for a poster older than the library", () => {
    expect(uploadAt(`/uploads/${hex}_480.png`)).toEqual({
      size: null,
      smaller: [{ width: 480, path: `/uploads/${hex}_480-480.webp` }],
      mail: null,
    });
  });

  it.each([
    "/Images/eth-hawaii.svg",
    "/uploads/founder-1.svg",
    "https://example.org/poster_480.jpg",
    `/uploads/${hex}_480-480.webp`,
    `/uploads/../${hex}.png`,
    `/uploads/${hex}.svg`,
    `/uploads/${hex}.png?x`,
    `//evil.example/uploads/${hex}.png`,
  ])("does not match %s", (path) => {
    expect(uploadAt(path)).toBeNull();
  });
});

it("the type of a file follows from its name, also for smaller pictures", () => {
  expect(typeOfUpload(`${hex}-1600x900_480.jpg`)).toBe("image/jpeg");
  expect(typeOfUpload(`${hex}-1600x900_480-480.webp`)).toBe("image/webp");
  expect(typeOfUpload(`${hex}_480-480.webp`)).toBe("image/webp");
  expect(typeOfUpload(`${hex}.avif`)).toBe("image/avif");
  for (const name of [
    "founder-1.svg",
    `${hex}.svg`,
    `${hex}.html`,
    `${hex}_480-480.jpg`,
    `a/${hex}.png`,
    `${hex}.png/`,
  ])
    expect(typeOfUpload(name), name).toBeUndefined();
});

it("a page loads the smallest file that is large enough, including the original if its width is known", () => {
  expect(sourcesOf(`/uploads/${hex}-800x600_480.png`, "50vw")).toEqual({
    srcSet: `/uploads/${hex}-800x600_480-480.webp 480w, /uploads/${hex}-800x600_480.png 800w`,
    sizes: "50vw",
  });
  expect(sourcesOf(`/uploads/${hex}_480.png`, "50vw")).toEqual({
    srcSet: `/uploads/${hex}_480-480.webp 480w`,
    sizes: "50vw",
  });
  expect(sourcesOf(`/uploads/${hex}-800x600.png`, "50vw")).toEqual({});
  expect(sourcesOf("/Images/404.svg", "50vw")).toEqual({});
});

it("a link on another site shows the picture with its size and description, unless it cannot draw the format", () => {
  const picture = { path: `/uploads/${hex}.jpg`, alt: "A pizza", width: 800, height: 1000 };
  expect(socialImageOf(picture)).toEqual(picture);
  expect(socialImageOf(null)).toBeUndefined();
  for (const path of ["/Images/bitcoin-pizza-day.svg", `/uploads/${hex}.avif`])
    expect(socialImageOf({ ...picture, path })).toBeUndefined();
});

it("every focus but the center has a class in the style sheet", () => {
  const css = readFileSync("app/ui/css/focus.css", "utf8");
  expect(focuses.map(focusClass)).toContain("focus-bottom-right");
  for (const focus of focuses.filter((each) => each !== "center")) expect(css).toContain(`.${focusClass(focus)} {`);
  for (const focus of ["center", null, undefined]) expect(focusClass(focus)).toBeUndefined();
});

it("a picture keeps its own size if enlarging it would blur it, and shows its focus if it is cropped", () => {
  const path = (size: string) => `/uploads/${"0a".repeat(16)}-${size}_480.jpg`;
  expect(["40x40", "719x1000", "1600x539", "720x540"].map((size) => isSmall(path(size)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(isSmall("/Images/keys.svg"), "a scene that came with the site").toBe(false);
  expect([placeClass(path("40x40"), "top"), placeClass(path("1600x900"), "top")]).toEqual(["own-size", "focus-top"]);
  expect(placeClass(path("1600x900"), "center")).toBeUndefined();
  expect(readFileSync("app/ui/css/focus.css", "utf8")).toContain(".own-size {");
});

describe("the file of a picture that emails show", () => {
  const name = `/uploads/${hex}`;
  it.each([
    [`${name}-1600x900_480_mail.webp`, { path: `${name}-1600x900_480_mail-mail.jpg`, width: 600, height: 338 }],
    [`${name}-300x200_mail.avif`, { path: `${name}-300x200_mail-mail.jpg`, width: 300, height: 200 }],
    [`${name}-1600x900_480.jpg`, { path: `${name}-1600x900_480.jpg`, width: 600, height: 338 }],
    [`${name}-1600x900_480.webp`, null],
    [`${name}_480.png`, null],
    ["/Images/waves.png", null],
  ])("of %s is %o", (path, file) => {
    expect(mailPictureAt(path)).toEqual(file);
  });

  it("is among its files, and served as JPEG", () => {
    const path = `${name}-1600x900_480_mail.webp`;
    expect(filesOf(path)).toEqual([path, `${name}-1600x900_480_mail-480.webp`, `${name}-1600x900_480_mail-mail.jpg`]);
    expect(filesOf(path).map((each) => typeOfUpload(each.slice("/uploads/".length)))).toEqual([
      "image/webp",
      "image/webp",
      "image/jpeg",
    ]);
    expect(typeOfUpload(`${hex}-1600x900_480-mail.jpg`)).toBeUndefined();
  });
});
