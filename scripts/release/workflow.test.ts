import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const workflow = readFileSync(".github/workflows/release.yml", "utf8");
const title = "Check the release before out, with the migrations of this one";
const lines = workflow.slice(workflow.indexOf(title)).split("run: |\n")[1]?.split("\n") ?? [];
const step = lines.slice(
  0,
  lines.findIndex((line) => !line.startsWith("          ")),
);

let folder: string;
let repository: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-workflow-"));
  repository = join(folder, "repository");
  mkdirSync(join(repository, "supabase/migrations"), { recursive: true });
  git("init", "--quiet");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): void {
  const author = ["-c", "user.name=Kai", "-c", "user.email=kai@example.org"];
  execFileSync("git", [...author, ...args], { cwd: repository, stdio: "pipe" });
}

/** Commits a state of the repository: a released version in released.json and one more migration. */
function commit(version: string, migration: string): void {
  writeFileSync(join(repository, "supabase/released.json"), JSON.stringify({ version }));
  writeFileSync(join(repository, "supabase/migrations", migration), "select 1;\n");
  git("add", ".");
  git("commit", "--quiet", "--message", migration);
}

/** Runs the step as the workflow does. @returns its output for the next step */
function check(): string {
  const output = join(folder, "output");
  const env = { ...process.env, RUNNER_TEMP: folder, GITHUB_OUTPUT: output };
  execFileSync("bash", ["-e", "-c", step.join("\n")], { cwd: repository, env, stdio: "pipe" });
  return readFileSync(output, "utf8");
}

it("checks out no previous release if there is none", () => {
  commit("none", "1_first.sql");
  expect(check()).toBe("version=none\n");
  expect(existsSync(join(folder, "previous"))).toBe(false);
  expect(workflow).toContain("if: steps.before.outputs.version != 'none'");
});

it("checks out the previous release by its tag, with the migrations of this one", () => {
  commit("none", "1_first.sql");
  git("tag", "v0.1.0");
  commit("0.1.0", "2_second.sql");
  expect(check()).toBe("version=0.1.0\n");
  expect(JSON.parse(readFileSync(join(folder, "previous/supabase/released.json"), "utf8")).version).toBe("none");
  expect(existsSync(join(folder, "previous/supabase/migrations/2_second.sql"))).toBe(true);
});

it("fails if the tag was not pushed", () => {
  commit("0.1.0", "1_first.sql");
  expect(check).toThrow(/v0\.1\.0/);
});
