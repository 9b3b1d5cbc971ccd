import { describe, expect, it } from "vitest";
import { momentOf } from "./moment.ts";

const now = new Date("2026-11-21T09:00:00.000Z");

describe("momentOf", () => {
  it("accepts a time in the exact format that the site writes", () => {
    expect(momentOf("2026-11-21T09:00:00.000Z", now)).toBe("2026-11-21T09:00:00.000Z");
    expect(momentOf("2025-05-22T18:00:00.123Z", now)).toBe("2025-05-22T18:00:00.123Z");
  });

  it.each([
    ["nothing", null],
    ["an empty text", ""],
    ["the future", "2026-11-21T09:00:00.001Z"],
    ["no such month", "2026-13-01T00:00:00.000Z"],
    ["no such day", "2026-02-30T00:00:00.000Z"],
    ["another form", "2026-11-21 09:00:00+00"],
    ["something behind it", "2026-11-21T09:00:00.000Z,id.gt.0"],
  ])("returns null for %s", (_, text) => {
    expect(momentOf(text, now)).toBe(null);
  });
});
