import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const script = resolve("scripts/install.mjs");
const packages = {
  "node_modules/one": { version: "1.0.0", integrity: "sha512-one" },
  "node_modules/other-system": { version: "2.0.0", integrity: "sha512-two", optional: true },
};
const root = { "": { name: "site", optionalDependencies: { "node-this-system": "26.10.0" } } };
let folder: string;
let linked: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "install-test-"));
  linked = join(folder, "node_modules/.bin/node");
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  mkdirSync(join(folder, "node_modules/node-this-system"));
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, linked);
  write("package-lock.json", { ...root, ...packages });
  program("npm", `echo "$@" >> npm-was-called; [ "$1" = ci ] || ln -s '${process.execPath}' '${linked}'`);
  machineHas("v20.20.2");
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, all: object) => writeFileSync(join(folder, file), JSON.stringify({ packages: all }));
const program = (name: string, text: string) =>
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
const machineHas = (version: string) => program("node", `echo ${version}`);

function install(): { status: number | null; stderr: string } {
  const path = [join(folder, "node_modules/.bin"), join(folder, "bin"), "/usr/bin", "/bin"].join(":");
  const { status, stderr } = spawnSync(process.execPath, [script], {
    cwd: folder,
    env: { PATH: path },
    encoding: "utf8",
  });
  return { status, stderr };
}

/** @returns the npm commands that the script ran */
function askedOfNpm(): string[] {
  const called = join(folder, "npm-was-called");
  rmSync(called, { force: true });
  expect(install()).toEqual({ status: 0, stderr: "" });
  return existsSync(called) ? readFileSync(called, "utf8").trim().split("\n") : [];
}

/** @returns whether the script ran npm ci */
const installs = () => askedOfNpm().some((command) => command.startsWith("ci "));

it("installs on a fresh clone, and only once", () => {
  expect([installs(), installs()]).toEqual([true, false]);
});

it("accepts a separate npm ci as an installation, which lacks the packages of other platforms", () => {
  write("node_modules/.package-lock.json", { "node_modules/one": packages["node_modules/one"] });
  expect(installs()).toBe(false);
});

it.each([
  ["of another version", { "node_modules/one": { version: "1.0.1", integrity: "sha512-one" } }],
  ["of other content", { "node_modules/one": { version: "1.0.0", integrity: "sha512-else" } }],
  ["missing", {}],
  ["too many", { ...packages, "node_modules/left-over": { version: "1.0.0" } }],
])("installs if a package is %s", (_what, here) => {
  write("node_modules/.package-lock.json", here);
  expect(installs()).toBe(true);
});

it("lets no package run an install script", () => {
  expect(askedOfNpm()).toEqual([expect.stringContaining("ci --ignore-scripts ")]);
});

it("keeps the packaged Node first in PATH if the machine's own is too old", () => {
  expect(installs()).toBe(true);
  expect(existsSync(linked)).toBe(true);
});

it.each(["v24.0.0", "v26.10.0"])("takes the packaged Node out of PATH if the machine has %s", (version) => {
  machineHas(version);
  expect(installs()).toBe(true);
  expect(existsSync(linked)).toBe(false);
});

it("restores the packaged Node if the machine's own has become too old", () => {
  rmSync(linked);
  expect(askedOfNpm()).toContainEqual(expect.stringContaining("rebuild --ignore-scripts node-this-system"));
  expect(existsSync(linked)).toBe(true);
});

it("says in one sentence what to install if the machine's Node is too old and the packages bring none", () => {
  rmSync(linked);
  rmSync(join(folder, "node_modules/node-this-system"), { recursive: true });
  expect(install()).toEqual({
    status: 1,
    stderr: `Node 24 or newer is needed: install it from https://nodejs.org (this is v20.20.2, and the packages bring none that runs on ${process.platform} ${process.arch}).\n`,
  });
});
