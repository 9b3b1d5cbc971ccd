import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../../harness/processes.ts";
import { makeScratchFolder } from "../../harness/scratch-folder.ts";

const linked = ["node_modules", "public"];
const leftOut = [".git", ".local", "build", "test-results", ...linked];

/** A copy of the project, in which a test changes what a person would change. */
export interface ProjectCopy {
  folder: string;
  /** the paths of the files that were written */
  changed: Set<string>;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Replaces a text that the file has once. @throws Error if it does not */
  edit(path: string, from: string, to: string): void;
}

export function copyProject(): ProjectCopy {
  const folder = makeScratchFolder("project");
  for (const name of readdirSync(project)) {
    if (linked.includes(name)) symlinkSync(join(project, name), join(folder, name));
    else if (!leftOut.includes(name)) cpSync(join(project, name), join(folder, name), { recursive: true });
  }
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const changed = new Set<string>();
  const write = (path: string, text: string) => {
    changed.add(path);
    writeFileSync(join(folder, path), text);
  };
  return {
    ...{ folder, changed, read, write },
    edit(path, from, to) {
      const parts = read(path).split(from);
      if (parts.length !== 2) throw new Error(`${path} does not have this once: ${from}`);
      write(path, parts.join(to));
    },
  };
}
