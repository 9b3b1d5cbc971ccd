import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const script = resolve("scripts/install.mjs");
const packages = {
  "node_modules/one": { version: "1.0.0", integrity: "sha512-one" },
  "node_modules/other-system": { version: "2.0.0", integrity: "sha512-two", optional: true },
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "install-test-"));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, join(folder, "node_modules/.bin/node"));
  write("package-lock.json", { "": { name: "site" }, ...packages });
  writeFileSync(join(folder, "bin/npm"), "#!/bin/sh\n: > npm-was-called\n");
  chmodSync(join(folder, "bin/npm"), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, all: object) => writeFileSync(join(folder, file), JSON.stringify({ packages: all }));

/** @returns whether the script asked npm to install */
function installs(): boolean {
  const called = join(folder, "npm-was-called");
  rmSync(called, { force: true });
  const path = `${join(folder, "bin")}:${process.env.PATH}`;
  const { status, stderr } = spawnSync(process.execPath, [script], {
    cwd: folder,
    env: { PATH: path },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  return existsSync(called);
}

it("installs on a fresh clone, once", () => {
  expect([installs(), installs()]).toEqual([true, false]);
});

it("takes an npm ci of somebody else's as installed, without the packages of other systems", () => {
  write("node_modules/.package-lock.json", { "node_modules/one": packages["node_modules/one"] });
  expect(installs()).toBe(false);
});

it.each([
  ["of another version", { "node_modules/one": { version: "1.0.1", integrity: "sha512-one" } }],
  ["of other content", { "node_modules/one": { version: "1.0.0", integrity: "sha512-else" } }],
  ["missing", {}],
  ["too many", { ...packages, "node_modules/left-over": { version: "1.0.0" } }],
])("installs when a package is %s", (_what, here) => {
  write("node_modules/.package-lock.json", here);
  expect(installs()).toBe(true);
});
