// Runs before npm start, npm test, npm run dev and the deploy commands, on any Node that the machine has (20 or newer).
// Installs the packages of package-lock.json if node_modules is missing or outdated, so that one command is enough on a
// fresh clone. Makes sure that `node` means 24 or newer from then on: the machine's own, or else the one that comes
// with the packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The oldest Node version that can run this project. */
const oldest = 24;
const isWindows = process.platform === "win32";
/** The list of installed packages that npm writes when it is done. */
const ofNpm = "node_modules/.package-lock.json";
const stamp = "node_modules/.installed";
const lockFile = readFileSync("package-lock.json", "utf8");
const locked = JSON.parse(lockFile).packages;
const wanted = createHash("sha256").update(lockFile).digest("hex");

if (majorOf(process.version) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`);
if (!isInstalled()) {
  console.log("Installing packages (once, about a minute) …");
  // No package needs an install script. This is not set in .npmrc because npm would then skip "prestart" too.
  if (!npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")) fail("npm ci failed; its message is above.");
}
chooseNode();
writeFileSync(stamp, wanted);

/** Whether node_modules matches package-lock.json, installed by this script or by a separate npm ci. */
function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  if (!existsSync(ofNpm)) return false;
  const here = JSON.parse(readFileSync(ofNpm, "utf8")).packages;
  const isThere = ([path, { version, integrity, optional }]) =>
    here[path] ? here[path].version === version && here[path].integrity === integrity : optional === true;
  const { "": _project, ...packages } = locked;
  return Object.entries(packages).every(isThere) && Object.keys(here).every((path) => path in packages);
}

/**
 * npm puts node_modules/.bin first in PATH and links a packaged Node there. Keeps the link if the machine's own Node is
 * too old, and removes it otherwise.
 */
function chooseNode() {
  const own = versionOf(machinesNode());
  if (majorOf(own) >= oldest) {
    for (const end of ["", ".cmd", ".ps1"]) rmSync(`node_modules/.bin/node${end}`, { force: true });
    return;
  }
  const packaged = Object.keys(locked[""].optionalDependencies ?? {}).find(
    (name) => name.startsWith("node-") && existsSync(join("node_modules", name)),
  );
  const linked = `node_modules/.bin/node${isWindows ? ".cmd" : ""}`;
  if (packaged && !existsSync(linked)) npm("rebuild", "--ignore-scripts", packaged);
  if (majorOf(versionOf(linked)) < oldest)
    fail(
      `Node ${oldest} or newer is needed: install it from https://nodejs.org (this is ${own || process.version}, and the packages bring none that runs on ${process.platform} ${process.arch}).`,
    );
}

/** The path of the first Node in PATH that does not come from a package. */
function machinesNode() {
  const name = isWindows ? "node.exe" : "node";
  const folders = (process.env.PATH ?? "").split(delimiter);
  const own = folders.find((each) => !/node_modules[\\/]\.bin[\\/]?$/.test(each) && existsSync(join(each, name)));
  return own === undefined ? "" : join(own, name);
}

/** @param {string} program @returns {string} such as v26.10.0, empty if the program does not run */
function versionOf(program) {
  if (!program) return "";
  const { stdout } = spawnSync(isWindows ? `"${program}"` : program, ["-v"], { encoding: "utf8", shell: isWindows });
  return (stdout ?? "").trim();
}

/** @param {string} version such as v26.10.0 */
function majorOf(version) {
  return Number.parseInt(version.slice(1), 10) || 0;
}

/** @param {string[]} args @returns {boolean} whether npm succeeded */
function npm(...args) {
  return spawnSync("npm", [...args, "--loglevel=error"], { stdio: "inherit", shell: isWindows }).status === 0;
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
