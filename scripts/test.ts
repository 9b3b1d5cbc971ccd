// npm test: runs all checks that must pass before a change lands, and ends with one line of counts.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { build } from "../harness/building/build.ts";
import { bin, project, stopAll } from "../harness/processes.ts";
import { makeDatabaseTemplate } from "../harness/serving/stack.ts";

interface Counts {
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

const results = join(project, "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(130)));

async function check(name: string, command: string, args: string[]): Promise<void> {
  const ok = (await spawned(name, command, args, "kept")) === 0;
  total[ok ? "passed" : "failed"] += 1;
  if (!ok) total.failures.push(name);
}

/** Runs a test runner that writes its counts as JSON; exiting without counts is a failure. */
async function suite(
  name: string,
  command: string,
  args: string[],
  report: string,
  read: (json: never) => Counts,
): Promise<void> {
  const code = await spawned(name, command, args, "live");
  let counts: Counts;
  try {
    counts = read(JSON.parse(readFileSync(join(results, report), "utf8")) as never);
  } catch {
    counts = { passed: 0, failed: 1, skipped: 0, failures: ["ended without a report"] };
  }
  if (code !== 0 && counts.failed + counts.skipped === 0) {
    counts.failed = 1;
    counts.failures.push(`ended with code ${code}, without a failed test`);
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.failures.push(...counts.failures.map((failure) => `${name}: ${failure}`));
}

/** Runs a command; a `check` keeps its output until the end, because two checks run at once. */
async function spawned(name: string, command: string, args: string[], output: "live" | "kept"): Promise<number> {
  const started = Date.now();
  if (output === "live") console.log(`\n── ${name}`);
  const child = spawn(bin(command), args, {
    cwd: project,
    stdio: output === "live" ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    env: { ...process.env, CI: process.env.CI ?? "1", NODE_ENV: "test", WRANGLER_SEND_METRICS: "false" },
  });
  let kept = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (kept += part));
  const code = await new Promise<number>((done) => child.once("close", (status) => done(status ?? 1)));
  if (output === "kept") process.stdout.write(`\n── ${name}\n${kept}`);
  console.log(`── ${name}: ${code === 0 ? "ok" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(0)} s)`);
  return code;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

const vitest = (report: VitestReport): Counts => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests,
  failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    const file = relative(project, name);
    if (status === "failed" && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages.join("\n"))}`);
  }),
});

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
  suites: PlaywrightSuite[];
}

const playwright = ({ stats, suites }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
  failures: suites.flatMap(failuresOfSuite),
});

function failuresOfSuite({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results: [result] }) => {
        return `[${projectName}] ${file}:${line}: ${title}: ${firstLine(result?.error?.message ?? "")}`;
      }),
  );
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}

function firstLine(message: string): string {
  return stripVTControlCharacters(message).trim().split("\n", 1)[0]?.slice(0, 300) ?? "";
}

const vitestSuite = (name: string, key: string) =>
  suite(
    name,
    "vitest",
    ["run", "--project", key, "--reporter=dot", "--reporter=json", `--outputFile.json=test-results/${key}.json`],
    `${key}.json`,
    vitest,
  );

async function checkDeployments(): Promise<void> {
  for (const environment of ["staging", "production"]) {
    const folder = `test-results/worker-${environment}`;
    const args = ["deploy", "--dry-run", "--env", environment, "--outdir", folder];
    await check(`deploy, dry run: ${environment}`, "wrangler", args);
  }
}

let template = "";
try {
  // Each of these keeps at most one core busy; the suites after them use two.
  const beforehand = await Promise.allSettled([
    build().then(checkDeployments),
    makeDatabaseTemplate().then((made) => {
      template = made;
    }),
    check("types", "tsc", ["--noEmit"]).then(() =>
      check("lint and format", "biome", ["ci", "--error-on-warnings", "."]),
    ),
    check("generated types and definitions of the database", "node", ["scripts/database-types.ts", "--check"]),
  ]);
  for (const each of beforehand) if (each.status === "rejected") throw each.reason;
  process.env.TEST_DATABASE_TEMPLATE = template;
  await vitestSuite("unit", "unit");
  await vitestSuite("database", "database");
  await vitestSuite("contract, on the embedded Supabase", "contract");
  await vitestSuite("worker", "worker");
  await suite("end to end", "playwright", ["test"], "e2e.json", playwright);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
  total.failures.push(`broke off: ${error instanceof Error ? error.message : error}`);
} finally {
  if (template) rmSync(dirname(template), { recursive: true, force: true });
}

if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((failure) => `  ${failure}`).join("\n")}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed + total.skipped === 0 ? 0 : 1;
