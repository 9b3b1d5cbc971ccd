import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { project } from "../harness/processes.ts";

const file = join(project, ".local/processes.json");

/** The ids of the processes that handle requests: a signal to npm or a wrapper would not reach them. */
export type ProcessIds = Partial<Record<"start" | "supabase" | "worker", number>>;

function readProcesses(): ProcessIds {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as ProcessIds;
  } catch {
    return {};
  }
}

/** Starts the file anew: existing content is left from a run that could not remove it. */
export function beginProcesses(): void {
  rmSync(file, { force: true });
  noteProcess("start", process.pid);
}

export function noteProcess(name: keyof ProcessIds, pid: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readProcesses(), [name]: pid })}\n`);
}

/** Removes the file, unless it belongs to another running process. */
export function forgetProcesses(): void {
  if (readProcesses().start === process.pid) rmSync(file, { force: true });
}
