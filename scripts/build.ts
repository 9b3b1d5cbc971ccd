import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { project, run } from "./processes.ts";

const inputs = ["app", "public", "scripts/reading-time.ts", "package-lock.json", "tsconfig.json", "vite.config.ts"];
const stamp = join(project, "build/.stamp");

/** Builds the site unless the last build was made from the same files. @returns whether it was built */
export async function build(): Promise<boolean> {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  await run("remix", ["vite:build"], { ...process.env, NODE_ENV: "production" });
  writeFileSync(stamp, wanted);
  return true;
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const input of inputs) {
    const path = join(project, input);
    const files =
      existsSync(path) && !/\.\w+$/.test(input) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
    const names = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    for (const name of (names.length > 0 ? names : [path]).sort()) {
      if (existsSync(name)) hash.update(name.slice(project.length)).update("\0").update(readFileSync(name));
    }
  }
  return hash.digest("hex");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log((await build()) ? "Built." : "The build is up to date.");
}
