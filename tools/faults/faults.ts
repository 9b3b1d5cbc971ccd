// npm run faults [-- WORDS]: makes one deliberate fault of list.ts after another, runs the tests that must find it, and
// takes it back. Exits with 1 if one is not found. WORDS chooses faults by a part of what they do; with --without the
// same tests run without the faults, and must pass. It changes files, so the working folder must have no changes.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bin, project } from "../../harness/processes.ts";
import { type Fault, faults } from "./list.ts";

const { values, positionals } = parseArgs({ options: { without: { type: "boolean" } }, allowPositionals: true });
const chosen = faults.filter(({ what }) => positionals.every((words) => what.includes(words)));
if (chosen.length === 0) throw new Error(`No fault is described with ${positionals.join(" ")}`);
const changed = execFileSync("git", ["status", "--porcelain", "--untracked-files=no"], { cwd: project }).toString();
if (changed && !values.without) throw new Error(`Commit these first, because faults are made in files:\n${changed}`);

const results = join(project, "test-results");
mkdirSync(results, { recursive: true });
const report = join(results, "fault.json");
const env = { ...process.env, CI: "1", NODE_ENV: "test", PLAYWRIGHT_JSON_OUTPUT_NAME: report };

function run(program: string, args: string[]) {
  return spawnSync(bin(program), args, { cwd: project, env, encoding: "utf8" });
}

/** Runs the tests of a fault. @returns how many of them passed and failed */
function runTests({ suite, tests, named }: Fault): { passed: number; failed: number } {
  rmSync(report, { force: true });
  if (suite === "worker" || suite === "browser") {
    const built = run("node", ["scripts/build.ts"]);
    if (built.status !== 0) throw new Error(`It cannot be built:\n${built.stdout}${built.stderr}`);
  }
  const args =
    suite === "browser"
      ? ["test", tests, "--project", "with JavaScript", "--reporter", "json", ...(named ? ["--grep", named] : [])]
      : [
          "run",
          "--project",
          suite,
          tests,
          "--reporter",
          "json",
          "--outputFile",
          report,
          ...(named ? ["-t", named] : []),
        ];
  run(suite === "browser" ? "playwright" : "vitest", args);
  const found = JSON.parse(readFileSync(report, "utf8"));
  return suite === "browser"
    ? { passed: found.stats.expected, failed: found.stats.unexpected }
    : { passed: found.numPassedTests, failed: found.numFailedTests };
}

/** Runs the work while the file has the fault. */
function withFault<Result>({ file, from, to }: Fault, work: () => Result): Result {
  const path = join(project, file);
  const right = readFileSync(path, "utf8");
  if (right.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
  writeFileSync(
    path,
    right.replace(from, () => to),
  );
  try {
    return work();
  } finally {
    writeFileSync(path, right);
  }
}

let wrong = 0;
for (const fault of chosen) {
  const { passed, failed } = values.without ? runTests(fault) : withFault(fault, () => runTests(fault));
  const isRight = values.without ? passed > 0 && failed === 0 : failed > 0;
  if (!isRight) wrong += 1;
  console.log(`${isRight ? "ok    " : "WRONG "} ${failed} failed, ${passed} passed  ${fault.what} (${fault.tests})`);
}
console.log(`\n${chosen.length - wrong} of ${chosen.length} as they must be`);
process.exitCode = wrong === 0 ? 0 : 1;
