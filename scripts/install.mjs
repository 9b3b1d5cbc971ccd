// Runs before npm start, npm test and npm run dev, on whatever Node the machine has (20 or newer): installs what
// package-lock.json says when node_modules is missing or older, so that one command is enough on a fresh clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** What npm itself says that it has installed, once it is through. */
const ofNpm = "node_modules/.package-lock.json";
const stamp = "node_modules/.installed";
const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");

if (Number.parseInt(process.versions.node, 10) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`);
if (!isInstalled()) {
  console.log("Installing packages (once, about a minute) …");
  const { status } = spawnSync("npm", ["ci", "--loglevel=error", "--no-audit", "--no-fund"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) fail("npm ci failed; its message is above.");
}
writeFileSync(stamp, wanted);
// The project's own Node comes by an install script of the package "node", which is not in the lock file.
const own = spawnSync("node_modules/.bin/node", ["-v"], { encoding: "utf8", shell: process.platform === "win32" });
if (!own.stdout?.startsWith("v24.")) fail("node_modules/.bin/node is not Node 24; remove node_modules and try again.");

/** Whether node_modules is what package-lock.json says, by this script or by an npm ci of somebody else's. */
function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  if (!existsSync(ofNpm)) return false;
  const here = JSON.parse(readFileSync(ofNpm, "utf8")).packages;
  const { "": _project, ...locked } = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  const isThere = ([path, { version, integrity, optional }]) =>
    here[path] ? here[path].version === version && here[path].integrity === integrity : optional === true;
  return Object.entries(locked).every(isThere) && Object.keys(here).every((path) => path in locked);
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
