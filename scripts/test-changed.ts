// npm run test:changed: the unit tests that import what is not committed, and the database and Worker tests that name
// its SQL functions and URLs. It says which changes it can find no tests for.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@remix-run/route-config";
import siteMap from "../app/routes.ts";
import { build } from "../harness/building/build.ts";
import { bin, project } from "../harness/processes.ts";
import { type Named, namesOf, type Route, testsThatName } from "./test/named.ts";

/** Starting and stopping the Worker takes most of the time of a file of its tests. */
const mostFiles = { database: 8, worker: 4 };
const folders = { database: "supabase/tests/database", worker: "tests/worker" };

const routesOf = (entries: RouteConfigEntry[], above = ""): Route[] =>
  entries.flatMap(({ file, path, children = [] }) => {
    const own = [above, path].filter(Boolean).join("/");
    return [{ file, path: own }, ...routesOf(children, own)];
  });

const git = (...args: string[]) => execFileSync("git", args, { cwd: project, encoding: "utf8" }).split("\0");
const changed = [
  ...git("diff", "HEAD", "--name-only", "--no-renames", "-z"),
  ...git("ls-files", "--others", "--exclude-standard", "-z"),
].filter(Boolean);

function run(suite: string, files: string[]): void {
  console.log(`\n── ${suite}: ${files.join(" ") || "what imports it"}`);
  const chosen = suite === "unit" ? ["--changed"] : files;
  try {
    execFileSync(bin("vitest"), ["run", "--project", suite, "--passWithNoTests", ...chosen], {
      cwd: project,
      stdio: "inherit",
    });
  } catch {
    process.exitCode = 1;
  }
}

const routes = routesOf(await siteMap);
const named: Named[] = changed.flatMap((file) => namesOf(file, routes) ?? []);
const isNamed = new Set(named.map(({ file }) => file));
const unclear = changed.filter(
  (file) => /^(app|harness|supabase\/source)\//.test(file) && !/\.test\.tsx?$/.test(file) && !isNamed.has(file),
);

run("unit", []);
for (const suite of ["database", "worker"] as const) {
  const tests = globSync(`${folders[suite]}/**/*.test.ts`, { cwd: project });
  const itself = tests.filter((path) => changed.includes(path));
  const found = testsThatName(named, new Map(tests.map((path) => [path, readFileSync(path, "utf8")])));
  const files = [...new Set([...itself, ...found])];
  const left = files.splice(Math.max(mostFiles[suite], itself.length));
  if (files.length > 0 && suite === "worker") await build();
  if (files.length > 0) run(suite, files);
  if (left.length > 0)
    console.log(`Not run: ${left.length} other files of the ${suite} tests name it, too: ${left.join(" ")}`);
}
if (unclear.length > 0)
  console.log(`\nWhich database and Worker tests these concern cannot be told from their names: ${unclear.join(" ")}`);
