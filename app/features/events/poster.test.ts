import { describe, expect, it } from "vitest";
import { posterName, smallerPosters, socialImageOf } from "./poster.ts";

const id = "0123456789abcdef0123456789abcdef";
const bucket = "https://project.supabase.co/storage/v1/object/public/event-images";

describe("the name of a poster says which smaller ones lie beside it", () => {
  it("three", () => {
    const name = posterName(id, [480, 960, 1440], "jpg");
    expect(smallerPosters(`${bucket}/${name}`)).toEqual([
      { width: 480, path: `${bucket}/${id}_480_960_1440-480.webp` },
      { width: 960, path: `${bucket}/${id}_480_960_1440-960.webp` },
      { width: 1440, path: `${bucket}/${id}_480_960_1440-1440.webp` },
    ]);
  });

  it("none", () => {
    expect(smallerPosters(`${bucket}/${posterName(id, [], "avif")}`)).toEqual([]);
  });

  it.each(["/Images/eth-hawaii.svg", "https://example.org/poster_480.jpg", `${bucket}/${id}_480-480.webp`])(
    "%s is no uploaded poster",
    (path) => {
      expect(smallerPosters(path)).toEqual([]);
    },
  );
});

it("is the picture that other sites show with a link, with its size and description, where they can draw it", () => {
  const poster = { poster_alt: "A pizza", poster_width: 800, poster_height: 1000 };
  expect(socialImageOf({ ...poster, poster_path: "https://files.example/a_480.jpg" })).toEqual({
    path: "https://files.example/a_480.jpg",
    alt: "A pizza",
    width: 800,
    height: 1000,
  });
  for (const poster_path of [null, "/Images/bitcoin-pizza-day.svg", "https://files.example/a.avif"])
    expect(socialImageOf({ ...poster, poster_path })).toBeUndefined();
});
