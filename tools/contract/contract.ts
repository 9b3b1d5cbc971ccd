// npm run contract: tests what this site relies on against the real services. By default against the embedded Supabase,
// as in npm test.
//   -- --real against PostgreSQL, PostgREST, GoTrue and the storage service, on Debian's PostgreSQL and a newer one
//   -- --real=installed on Debian's only; --real=packaged on the newer one only
//   -- --hosted against the project of SUPABASE_URL, which must be empty
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "../../harness/building/build.ts";
import { project } from "../../harness/processes.ts";
import { noteProof } from "../../harness/proofs.ts";
import { gapsOf } from "./coverage.ts";
import { checkInstalled } from "./real-parts.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numTotalTests: number;
}

const results = join(project, "test-results");

/** Splits the arguments into the targets and what is passed on to vitest. */
function readOptions(given: string[]): { targets: string[]; rest: string[] } {
  const rest = given.filter((each) => !/^--(real|hosted)(=|$)/.test(each));
  if (given.includes("--hosted")) return { targets: ["hosted"], rest };
  const real = given.find((each) => each.startsWith("--real"));
  const [, origin] = real?.split("=") ?? [];
  if (origin && !["installed", "packaged"].includes(origin))
    throw new Error(`There is no PostgreSQL called ${origin}.`);
  if (real) return { targets: origin ? [origin] : ["installed", "packaged"], rest };
  return { targets: ["lite"], rest };
}

/** Runs the suite against one target. @returns the counts in its report; a run without a report has failed */
async function run(target: string, rest: string[]): Promise<{ passed: number; failed: number }> {
  const report = join(results, `contract-${target}.json`);
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = spawn(
    join(project, "node_modules/.bin/vitest"),
    ["run", "--project", "contract", ...reporters, ...rest],
    { cwd: project, stdio: "inherit", env: { ...process.env, CONTRACT_TARGET: target, NODE_ENV: "test" } },
  );
  const code = await new Promise<number>((done) => child.once("exit", (status) => done(status ?? 1)));
  try {
    const counts = JSON.parse(readFileSync(report, "utf8")) as Report;
    const failed = counts.numTotalTests - counts.numPassedTests;
    return { passed: counts.numPassedTests, failed: code === 0 ? failed : Math.max(1, failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

try {
  const { targets, rest } = readOptions(process.argv.slice(2));
  if (targets.some((target) => target === "installed" || target === "packaged")) checkInstalled();
  mkdirSync(results, { recursive: true });
  await build();
  const total = { passed: 0, failed: 0 };
  const lines: string[] = [];
  const gaps = new Set<string>();
  for (const target of targets) {
    const { passed, failed } = await run(target, rest);
    total.passed += passed;
    total.failed += failed;
    lines.push(`${target}: ${passed} passed, ${failed} failed`);
    for (const { why } of gapsOf(target)) gaps.add(why);
  }
  console.log(`\n${lines.join("\n")}`);
  for (const why of gaps) console.log(`Not run: ${why}.`);
  const result = `${total.passed} passed, ${total.failed} failed${gaps.size > 0 ? `, ${gaps.size} not run` : ""}`;
  console.log(result);
  if (targets.length > 1 && rest.length === 0) noteProof("contract", `-- --real: ${result}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
