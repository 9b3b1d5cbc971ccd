// npm run concurrency: tests that need many connections to a real PostgreSQL. Not part of npm test, which runs without
// one.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { project } from "../../harness/processes.ts";
import { noteProof } from "../../harness/proofs.ts";
import { postgresPrograms } from "../../harness/serving/postgres.ts";

const report = join(project, "test-results/concurrency.json");

try {
  postgresPrograms();
  rmSync(report, { force: true });
  mkdirSync(join(project, "test-results"), { recursive: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = spawn(
    join(project, "node_modules/.bin/vitest"),
    ["run", "--project", "concurrency", ...reporters, ...process.argv.slice(2)],
    { cwd: project, stdio: "inherit" },
  );
  const code = await new Promise<number>((done) => child.once("exit", (status) => done(status ?? 1)));
  const counts = JSON.parse(readFileSync(report, "utf8")) as { numPassedTests: number; numTotalTests: number };
  const failed = counts.numTotalTests - counts.numPassedTests;
  const result = `${counts.numPassedTests} passed, ${code === 0 ? failed : Math.max(1, failed)} failed`;
  console.log(`\n${result}`);
  if (process.argv.length === 2) noteProof("concurrency", result);
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
