import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { project } from "./processes.ts";

/**
 * Digests files with their names, and folders with all files in them.
 * @param paths from the project's folder; what does not exist is left out
 * @returns SHA-256 in hexadecimal digits
 */
export function digestOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.map((each) => join(project, each)).filter(existsSync))
    for (const file of filesIn(path).sort())
      hash.update(file.slice(project.length)).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
