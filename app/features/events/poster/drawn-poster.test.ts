import { expect, it } from "vitest";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { drawnDateOf, drawPoster, shownPosterOf } from "./drawn-poster.ts";

const drawn = (key: string, date: string) => {
  const read = drawnDateOf(date);
  return read && drawPoster(key, read);
};
const starsOf = (svg: string | null) => svg?.match(/<circle /g)?.length;

it.each([
  ["exact", "2027-05-23T04:00:00Z", "2027-05-22"],
  ["day", "2027-01-01T10:00:00Z", "2027-01-01"],
  ["month", "2027-10-01T10:00:00Z", "2027-10"],
  ["quarter", "2026-07-01T10:00:00Z", "2026-q3"],
  ["tba", null, "soon"],
] as const)(
  "the poster of an event with a date of precision “%s” names it in its path",
  (date_precision, starts_at, name) => {
    const event = { ...pizzaDay, key: "luau", date_precision, starts_at, poster_path: null };
    expect(shownPosterOf(event)).toEqual({ path: `/posters/luau/${name}.svg`, alt: "", width: 800, height: 1000 });
    expect(drawn("luau", name)).toMatch(/^<svg [^>]*viewBox="0 0 800 1000">.*<\/svg>$/);
  },
);

it("shows no old date of a postponed event, and an event’s own poster as it is", () => {
  expect(shownPosterOf({ ...pizzaDay, status: "postponed", poster_path: null }).path).toMatch(/\/soon\.svg$/);
  const own = { poster_path: "/uploads/own.png", poster_alt: "A pizza", poster_width: 300, poster_height: 200 };
  expect(shownPosterOf({ ...pizzaDay, ...own })).toEqual({
    path: "/uploads/own.png",
    alt: "A pizza",
    width: 300,
    height: 200,
  });
});

it("draws the same picture for the same key and date, and another one for any other", () => {
  const pictures = ["2027-05-22", "2027-05-21", "2027-06-22", "2027-05", "2027-q2", "soon"].map((date) =>
    drawn("luau", date),
  );
  expect(new Set([...pictures, drawn("hui", "2027-05-22")]).size).toBe(7);
  expect(drawn("luau", "2027-05-22")).toBe(pictures[0]);
});

it("has the sun in the place of the month, and eleven points for the others", () => {
  const all = (starsOf(drawn("luau", "soon")) ?? 0) - 12;
  expect(starsOf(drawn("luau", "2027-05"))).toBe(all + 12);
  expect(starsOf(drawn("luau", "2027-q2"))).toBe(all + 9 + 1);
  expect(drawn("luau", "2027-05")?.match(/stroke-linecap/g)).toHaveLength(1);
  expect(drawn("luau", "soon")).not.toContain("stroke-linecap");
});

it("needs no font, contains nothing from its path, and stays below 8 kB on every day of a year", () => {
  for (let day = 1; day <= 366; day++) {
    const date = new Date(Date.UTC(2028, 0, day)).toISOString().slice(0, 10);
    const svg = drawn("a-day-of-the-year", date) ?? "";
    expect(svg).not.toMatch(/<text|font|NaN|undefined|a-day|href|script/);
    expect(svg.length).toBeLessThan(8_000);
  }
});

it.each(["", "2027", "2027-13", "2027-00-10", "2027-05-32", "2027-q5", "Soon", "2027-05-22-1", "2027-5-2", "../soon"])(
  "does not draw “%s”",
  (date) => {
    expect(drawnDateOf(date)).toBeNull();
  },
);
