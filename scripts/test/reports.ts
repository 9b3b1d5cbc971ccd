import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { project } from "../../harness/processes.ts";

export interface Counts {
  passed: number;
  failed: number;
  /**
   * Tests that did not run, for whatever reason: as bad as failed, but counted separately so that nobody looks for a
   * fault in them.
   */
  skipped: number;
  /** The name and first line of each failure, to repeat at the end of a long output. */
  failures: string[];
}

/** A test and how long it took, in ms. */
export interface Timed {
  name: string;
  took: number;
}

export interface Report extends Counts {
  tests: Timed[];
}

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
      duration?: number | null;
    }[];
  }[];
}

export function ofVitest(report: VitestReport): Report {
  const files = report.testResults.map((result) => ({ ...result, file: relative(project, result.name) }));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: files.flatMap(({ file, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === "failed");
      if (status === "failed" && failed.length === 0) return [`${file}: ${firstLine(message)}`];
      return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages.join("\n"))}`);
    }),
    tests: files.flatMap(({ file, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ name: `${file}: ${fullName}`, took: duration ?? 0 })),
    ),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      status: string;
      results: { duration: number; error?: { message?: string } }[];
    }[];
  }[];
}

export interface PlaywrightReport {
  stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
  suites: PlaywrightSuite[];
}

export function ofPlaywright({ stats, suites }: PlaywrightReport): Report {
  const runs = suites.flatMap(runsOf);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: runs
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ name, error }) => `${name}: ${firstLine(error)}`),
    tests: runs,
  };
}

function runsOf({ suites = [], specs }: PlaywrightSuite): (Timed & { status: string; error: string })[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] ${file}:${line}: ${title}`,
      status,
      took: results.reduce((sum, { duration }) => sum + duration, 0),
      error: results[0]?.error?.message ?? "",
    })),
  );
  return [...own, ...suites.flatMap(runsOf)];
}

function firstLine(message: string): string {
  return stripVTControlCharacters(message).trim().split("\n", 1)[0]?.slice(0, 300) ?? "";
}

/** A suite, or a check without a report, that took this many seconds. */
export interface Ran {
  name: string;
  seconds: number;
  tests?: Timed[];
}

/** Returns a table of what ran: its tests, its seconds and, below each suite, its five slowest tests. */
export function tableOf(ran: Ran[]): string {
  const row = (name: string, tests: string, seconds: string) =>
    `${name.padEnd(52)}${tests.padStart(8)}${seconds.padStart(10)}`;
  const lines = ran.flatMap(({ name, seconds, tests }) => {
    const slowest = (tests ?? []).toSorted((one, other) => other.took - one.took).slice(0, 5);
    return [
      row(name, tests ? String(tests.length) : "", seconds.toFixed(0)),
      ...slowest.map((test) => `${(test.took / 1000).toFixed(1).padStart(8)} s  ${test.name.slice(0, 140)}`),
    ];
  });
  return [row("", "tests", "seconds"), ...lines].join("\n");
}
