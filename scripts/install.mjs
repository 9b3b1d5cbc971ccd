// Runs before npm start, npm test and npm run dev, on whatever Node the machine has (20 or newer): installs what
// package-lock.json says when node_modules is missing or older, so that one command is enough on a fresh clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const stamp = "node_modules/.installed";
const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");

if (Number.parseInt(process.versions.node, 10) < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`);
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.log("Installing packages (once, about a minute) …");
  const { status } = spawnSync("npm", ["ci", "--loglevel=error", "--no-audit", "--no-fund"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) fail("npm ci failed; its message is above.");
  writeFileSync(stamp, wanted);
}
// The project's own Node comes by an install script of the package "node", which is not in the lock file.
const own = spawnSync("node_modules/.bin/node", ["-v"], { encoding: "utf8", shell: process.platform === "win32" });
if (!own.stdout?.startsWith("v24.")) fail("node_modules/.bin/node is not Node 24; remove node_modules and try again.");

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
