import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../../harness/processes.ts";
import { ofPlaywright, ofVitest, tableOf } from "./reports.ts";

it("reads each test of vitest with its time, and a failure with its first line", () => {
  const passed = { status: "passed", fullName: "adds", failureMessages: [], duration: 12 };
  const failed = { status: "failed", fullName: "subtracts", failureMessages: ["\u001b[31mnot 3\u001b[0m\nat line 4"] };
  const report = ofVitest({
    ...{ numPassedTests: 1, numFailedTests: 1, numPendingTests: 2 },
    testResults: [
      { name: join(project, "app/sum.test.ts"), status: "failed", message: "", assertionResults: [passed, failed] },
      { name: join(project, "app/broken.test.ts"), status: "failed", message: "no such file\n", assertionResults: [] },
    ],
  });
  expect(report).toEqual({
    ...{ passed: 1, failed: 1, skipped: 2 },
    failures: ["app/sum.test.ts: subtracts: not 3", "app/broken.test.ts: no such file"],
    tests: [
      { name: "app/sum.test.ts: adds", took: 12 },
      { name: "app/sum.test.ts: subtracts", took: 0 },
    ],
  });
});

it("reads each test of Playwright in each project", () => {
  const spec = (title: string, status: string, error?: string) => ({
    ...{ title, file: "a.spec.ts", line: 7 },
    tests: [
      { projectName: "narrow", status, results: [{ duration: 40, ...(error && { error: { message: error } }) }] },
    ],
  });
  const inner = { specs: [spec("works", "expected")] };
  const { failures, tests, ...counts } = ofPlaywright({
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ specs: [spec("breaks", "unexpected", "no button")], suites: [inner] }],
  });
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(failures).toEqual(["[narrow] a.spec.ts:7: breaks: no button"]);
  expect(tests.map(({ name, took }) => [name, took])).toEqual([
    ["[narrow] a.spec.ts:7: breaks", 40],
    ["[narrow] a.spec.ts:7: works", 40],
  ]);
});

it("ends with a table of suites, their tests and seconds, and the five slowest of each", () => {
  const tests = [3, 1, 7, 2, 6, 5].map((seconds) => ({ name: `takes ${seconds}`, took: seconds * 1000 }));
  const lines = tableOf([
    { name: "types", seconds: 51.4 },
    { name: "unit", seconds: 24, tests },
  ]).split("\n");
  expect(lines.map((line) => line.trim().replace(/ +/g, " "))).toEqual([
    "tests seconds",
    "types 51",
    "unit 6 24",
    ...[7, 6, 5, 3, 2].map((seconds) => `${seconds}.0 s takes ${seconds}`),
  ]);
});
