import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./css/tokens.css", import.meta.url), "utf8");
const schemes = ["light", "dark"] as const;

/** The color of a token in a scheme, as [r, g, b] from 0 to 255. */
function colorOf(token: string, scheme: (typeof schemes)[number]): number[] {
  const [, value = ""] = new RegExp(`--color-${token}: ([^;]+);`).exec(css) ?? [];
  const colors = value.match(/#[0-9a-f]{6}/g) ?? [];
  const hex = colors.length === 2 && scheme === "dark" ? colors[1] : colors[0];
  if (!hex) throw new Error(`There is no colour ${token}`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Relative luminance, WCAG 2.2. */
function luminance(color: number[]): number {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colors, from 1 to 21, WCAG 2.2. */
function contrast(one: number[], other: number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["paper", "surface", "tint"];
const on = (text: string, least: number, places = grounds) => places.map((place) => [text, place, least] as const);

const pairs = [
  ...on("ink", 7),
  ...on("ink-soft", 7, ["paper", "surface"]),
  ...on("ink-soft", 4.5, ["tint"]),
  ...["lagoon", "lagoon-deep", "lehua", "kukui-deep"].flatMap((text) => on(text, 4.5)),
  ...on("kukui", 4.5),
  ...on("on-lagoon", 4.5, ["lagoon", "lagoon-deep"]),
  ...on("on-lehua", 4.5, ["lehua"]),
  ...on("lehua", 4.5, ["lehua-wash"]),
  ...on("ink", 7, ["lehua-wash", "kukui-wash"]),
  ...on("kukui-deep", 4.5, ["kukui-wash"]),
  ...on("on-sun", 7, ["sun"]),
  ...on("foam", 7, ["basalt", "night", "night-low"]),
  ...on("mist", 7, ["basalt", "night", "night-low"]),
  ...on("sun", 4.5, ["basalt", "night", "night-low"]),
  // the edges of controls
  ...on("edge", 3),
];

describe("the colors of the system", () => {
  it("have the known contrast of black on white and of a reference pair", () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
    expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 1);
  });

  for (const scheme of schemes) {
    it.each(pairs)(`${scheme}: %s on %s has a contrast of at least %d`, (text, ground, least) => {
      expect(contrast(colorOf(text, scheme), colorOf(ground, scheme))).toBeGreaterThanOrEqual(least);
    });
  }
});
