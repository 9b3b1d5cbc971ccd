import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barsOf, type Period, pathOf, perWeek, scaleFor, totalsOf, weekOf } from "./bars.ts";

const period = (day: string, likes: number, messages = 0): Period => ({
  day,
  likes,
  waitlist: 0,
  subscriptions: 0,
  messages,
});

describe("weeks", () => {
  it("begin on Sunday", () => {
    expect(weekOf("2026-11-21")).toBe("2026-11-15");
    expect(weekOf("2026-11-15")).toBe("2026-11-15");
    expect(weekOf("2026-01-01")).toBe("2025-12-28");
    expect(weekOf("2024-03-01")).toBe("2024-02-25");
  });

  it("sum their days separately for each kind", () => {
    const days = [
      period("2026-11-13", 1),
      period("2026-11-14", 2, 1),
      period("2026-11-15", 4),
      period("2026-11-16", 8, 3),
    ];
    expect(perWeek(days)).toEqual([period("2026-11-08", 3, 1), period("2026-11-15", 12, 3)]);
  });

  it("keep the totals of their days", () => {
    const dayNumber = fc.integer({ min: 0, max: 4000 });
    const some = fc.uniqueArray(dayNumber, { maxLength: 60 });
    fc.assert(
      fc.property(some, fc.nat(1000), (numbers, likes) => {
        const days = numbers
          .sort((one, other) => one - other)
          .map((number) => period(new Date(number * 86_400_000).toISOString().slice(0, 10), likes, number));
        expect(totalsOf(perWeek(days))).toEqual(totalsOf(days));
      }),
    );
  });
});

describe("the scale", () => {
  it.each([
    [0, 1, [0, 1]],
    [1, 1, [0, 1]],
    [3, 3, [0, 1, 2, 3]],
    [5, 6, [0, 2, 4, 6]],
    [40, 40, [0, 10, 20, 30, 40]],
    [41, 60, [0, 20, 40, 60]],
    [999, 1000, [0, 500, 1000]],
  ])("for a largest value of %i ends at %i", (largest, top, ticks) => {
    expect(scaleFor(largest)).toEqual({ top, ticks });
  });

  it("always includes the largest value, in at most four steps of whole numbers", () => {
    fc.assert(
      fc.property(fc.nat(), (largest) => {
        const { top, ticks } = scaleFor(largest);
        expect(top).toBeGreaterThanOrEqual(largest);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks.at(-1)).toBe(top);
      }),
    );
  });
});

describe("the bars", () => {
  const box = { x: 30, y: 10, width: 360, height: 100 };

  it("stand side by side on the lower edge of their box, with heights proportional to their values", () => {
    expect(barsOf([0, 5, 10], 10, box)).toEqual([
      { x: 31, y: 110, width: 118, height: 0 },
      { x: 151, y: 60, width: 118, height: 50 },
      { x: 271, y: 10, width: 118, height: 100 },
    ]);
  });

  it("never leave their box, regardless of their number", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500), { maxLength: 800 }), (values) => {
        const { top } = scaleFor(Math.max(0, ...values));
        for (const bar of barsOf(values, top, box)) {
          expect(bar.x).toBeGreaterThanOrEqual(box.x);
          expect(bar.x + bar.width).toBeLessThanOrEqual(box.x + box.width + 0.02);
          expect(bar.width).toBeGreaterThan(0);
          expect(bar.y).toBeGreaterThanOrEqual(box.y);
          expect(bar.y + bar.height).toBeCloseTo(box.y + box.height, 1);
        }
      }),
    );
  });

  it("are drawn as one path, which skips those with value 0", () => {
    expect(pathOf(barsOf([0, 10], 10, { x: 0, y: 0, width: 20, height: 10 }))).toBe("M11 0h8v10h-8z");
  });
});
