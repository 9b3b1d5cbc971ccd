import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults } from "./list.ts";

test.each(faults)("the fault “$what” can still be made, in one way", ({ file, from, to, tests }) => {
  expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
  expect(to).not.toContain(from);
  expect(existsSync(tests), tests).toBe(true);
});
