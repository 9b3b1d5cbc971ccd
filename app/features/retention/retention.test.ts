import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { durationText, purgeCron } from "./retention.ts";

it("a duration is written in words", () => {
  expect(durationText({ months: 13 })).toBe("13 months");
  expect(durationText({ days: 1 })).toBe("1 day");
  expect(durationText({ hours: 24 })).toBe("24 hours");
});

it("every environment has the daily purge among its cron triggers", () => {
  const triggers = [...readFileSync("wrangler.toml", "utf8").matchAll(/^crons = (.*)$/gm)].map(([, list = ""]) =>
    JSON.parse(list),
  );
  expect(triggers).toEqual(Array(3).fill(["* * * * *", purgeCron]));
});
