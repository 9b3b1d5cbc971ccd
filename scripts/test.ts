// npm test: runs all checks that must pass before a change lands, and ends with a table of times and one line of counts.
// With -- --only worker,unit it runs only these suites.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "../harness/building/build.ts";
import { bin, project, stopAll } from "../harness/processes.ts";
import { staleProofs } from "../harness/proofs.ts";
import { dropDatabase } from "../harness/serving/databases.ts";
import { makeDatabaseTemplate, makeDataFolder } from "../harness/serving/stack.ts";
import { readCommandLine, refuse } from "./command-line.ts";
import { type Counts, ofPlaywright, ofVitest, type Ran, type Report, tableOf } from "./test/reports.ts";

const suites = ["checks", "unit", "database", "contract", "worker", "e2e"] as const;
type Suite = (typeof suites)[number];

const usage = `npm test [-- --only ${suites.join(",")}]`;
const { only } = readCommandLine(usage, { options: { only: { type: "string" } } }).values;
const chosen = new Set(only?.split(",") ?? suites);
const unknown = [...chosen].filter((name) => !suites.includes(name as Suite));
if (unknown.length > 0) refuse(`No suite is called ${unknown.join(", ")}\n\n${usage}`);
const runs = (...names: Suite[]) => names.some((name) => chosen.has(name));

const results = join(project, "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
const ran: Ran[] = [];

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(130)));

async function check(name: string, command: string, args: string[]): Promise<void> {
  const { code, seconds } = await spawned(name, command, args, "kept");
  const ok = code === 0;
  ran.push({ name, seconds });
  total[ok ? "passed" : "failed"] += 1;
  if (!ok) total.failures.push(name);
}

/**
 * Runs a test runner that writes its counts as JSON; exiting without counts is a failure.
 * @param isBeside whether another one runs at the same time
 */
async function suite(
  name: string,
  command: string,
  args: string[],
  report: string,
  read: (json: never) => Report,
  isBeside = false,
): Promise<void> {
  const { code, seconds } = await spawned(name, command, args, isBeside ? "kept" : "live");
  let counts: Report;
  try {
    counts = read(JSON.parse(readFileSync(join(results, report), "utf8")) as never);
  } catch {
    counts = { passed: 0, failed: 1, skipped: 0, failures: ["ended without a report"], tests: [] };
  }
  ran.push({ name, seconds, tests: counts.tests });
  if (code !== 0 && counts.failed + counts.skipped === 0) {
    counts.failed = 1;
    counts.failures.push(`ended with code ${code}, without a failed test`);
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.failures.push(...counts.failures.map((failure) => `${name}: ${failure}`));
}

/** Runs a command; "kept" shows its output at the end, because another one runs at the same time. */
async function spawned(
  name: string,
  command: string,
  args: string[],
  output: "live" | "kept",
): Promise<{ code: number; seconds: number }> {
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
  const seconds = (Date.now() - started) / 1000;
  console.log(`── ${name}: ${code === 0 ? "ok" : "FAILED"} (${seconds.toFixed(0)} s)`);
  return { code, seconds };
}

const vitestSuite = async (name: string, key: Suite, { part = "", args = [] as string[] } = {}) => {
  if (!runs(key)) return;
  const report = `${key}${part}.json`;
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=test-results/${report}`];
  await suite(name, "vitest", ["run", "--project", key, ...reporters, ...args], report, ofVitest, part !== "");
};

/** Files of the Worker's tests that mostly wait, for time limits and clock minutes. */
const waiting = ["faults", "interrupted-form", "kept-pages", "letters", "limits", "outbox", "outside", "privacy"].map(
  (name) => `tests/worker/${name}.test.ts`,
);

/** The files that wait run one by one beside the others, which keep both cores busy. */
const workerSuites = () =>
  Promise.all([
    vitestSuite("worker", "worker", { args: waiting.flatMap((file) => ["--exclude", file]) }),
    vitestSuite("worker, files that wait", "worker", {
      part: "-waiting",
      args: ["--no-file-parallelism", ...waiting],
    }),
  ]);

async function checkDeployments(): Promise<void> {
  for (const environment of ["staging", "production"]) {
    const folder = `test-results/worker-${environment}`;
    const args = ["deploy", "--dry-run", "--env", environment, "--outdir", folder];
    await check(`deploy, dry run: ${environment}`, "wrangler", args);
  }
}

const checksOfSources = () => [
  check("types", "node", ["node_modules/typescript-7/bin/tsc", "--noEmit"]).then(() =>
    check("lint and format", "biome", ["ci", "--error-on-warnings", "."]),
  ),
  check("generated types and definitions of the database", "node", ["scripts/database-types.ts", "--check"]),
];

/** Databases from which the suites make theirs. */
const templates: string[] = [];
const share = async (name: string, making: Promise<string>) => {
  const template = await making;
  templates.push(template);
  process.env[name] = template;
};

try {
  // Each of these keeps at most one core busy; the suites after them use two.
  const beforehand = await Promise.allSettled([
    runs("checks", "worker", "e2e") && build().then(() => (runs("checks") ? checkDeployments() : undefined)),
    runs("database", "contract") && share("TEST_DATABASE_TEMPLATE", makeDataFolder()),
    runs("worker", "e2e") && share("TEST_STACK_TEMPLATE", makeDatabaseTemplate()),
    ...(runs("checks") ? checksOfSources() : []),
  ]);
  for (const each of beforehand) if (each.status === "rejected") throw each.reason;
  await vitestSuite("unit", "unit");
  await vitestSuite("database", "database");
  await vitestSuite("contract, on the embedded Supabase", "contract");
  await workerSuites();
  if (runs("e2e")) await suite("end to end", "playwright", ["test"], "e2e.json", ofPlaywright);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
  total.failures.push(`broke off: ${error instanceof Error ? error.message : error}`);
} finally {
  for (const template of templates) await dropDatabase(template);
}

console.log(`\n${tableOf(ran)}`);
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((failure) => `  ${failure}`).join("\n")}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
for (const line of only ? [] : staleProofs()) console.log(line);
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed + total.skipped === 0 ? 0 : 1;
