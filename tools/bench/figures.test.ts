import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Figures, figuresTable, withFigures } from "./figures.ts";

const page = {
  path: "/",
  kept: 61.4,
  shareOfLimit: 1.134,
  shareOfFile: 1.6,
  rendered: 1000,
  bytes: 12_000,
  scriptBytes: 2999,
  requests: 6,
  calls: { miss: 1, kept: 0, returning: 1 },
};
const figures: Figures = {
  day: "2026-11-27",
  rounds: 5,
  load: "2 cores, load 0.1 before the first round",
  pages: [page, { ...page, path: "/events", rendered: 1300, shareOfLimit: 0.9 }],
  worker: { modules: 240, gzipBytes: 512_000, startGzipBytes: 102_400, homeGzipBytes: 153_600 },
  starting: { site: 60, libraries: 30 },
  cold: [{ path: "/", first: 21, rendered: 4 }],
};

describe("the figures of npm run bench", () => {
  it("are one dated table, with those bold that miss their goal", () => {
    const table = figuresTable(figures);
    expect(table).toContain(
      "2026-11-27, medians of 5 rounds, 2 cores, load 0.1 before the first round. Start-up: 60 ms",
    );
    expect(table).toContain("**2.00** of it");
    expect(table).toContain("| `/` | 1.13; 1.60 | 61 | 1000; 1.00 | **21** | 12000; 2999 | 6 | 1, 0, 1 |");
    expect(table).toContain("| `/events` | **0.90**; 1.60 | 61 | 1300; **1.30** |  |");
  });

  it("take the place of the last ones in docs/numbers.md, and of nothing else", () => {
    const text = readFileSync("docs/numbers.md", "utf8");
    const once = withFigures(text, "table one\n");
    const twice = withFigures(once, "table two\n");
    expect(twice).toContain("table two");
    expect(twice).not.toContain("table one");
    expect(twice.replace("table two", "table one")).toBe(once);
    expect(() => withFigures("no place", "a table")).toThrow("has no place");
  });

  it("leave docs/numbers.md at 150 lines", () => {
    const lines = readFileSync("docs/numbers.md", "utf8").trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(150);
  });
});
