import { describe, expect, it } from "vitest";
import { secondsToWait } from "./outside.server.ts";

const now = Date.parse("2026-11-21T10:00:00.400Z");
const wait = (status: number, headers: Record<string, string>) => secondsToWait(status, new Headers(headers), now);

describe("the time for which a service wants no further request", () => {
  it.each([
    ["nothing", {}, 0],
    ["seconds", { "Retry-After": "120" }, 120],
    ["a date", { "Retry-After": "Sat, 21 Nov 2026 10:02:00 GMT" }, 120],
    ["a date that has passed", { "Retry-After": "Sat, 21 Nov 2026 09:00:00 GMT" }, 0],
    ["a time since the Unix epoch", { "RateLimit-Reset": String(Date.parse("2026-11-21T10:00:30Z") / 1000) }, 30],
    ["a time that has passed", { "RateLimit-Reset": "1700000000" }, 0],
    ["seconds until the reset", { "RateLimit-Reset": "45" }, 45],
    ["the longer of two", { "RateLimit-Reset": "45", "Retry-After": "50" }, 50],
    ["more than a day", { "Retry-After": "999999999999" }, 86_400],
    ["a date in another age", { "Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT" }, 86_400],
  ])("is read from a 429 with %s", (_, headers, seconds) => {
    expect(wait(429, headers)).toBe(seconds);
  });

  it.each([
    "soon",
    "-5",
    "1.5",
    "1e3",
    "0x10",
    "",
    "2026-11-22",
    "99999999999999999999",
    "Sat, 99 Nov 2026 GMT",
    "5, 10",
  ])("is 0 for %j", (text) => {
    expect(wait(503, { "Retry-After": text })).toBe(0);
    expect(wait(429, { "RateLimit-Reset": text })).toBe(0);
  });

  it("is read from RateLimit-Reset only in a 429", () => {
    expect(wait(503, { "RateLimit-Reset": "45" })).toBe(0);
    expect(wait(503, { "Retry-After": "45" })).toBe(45);
  });
});
