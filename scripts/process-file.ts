import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { portTaken } from "../harness/processes.ts";
import type { Settings } from "./settings.ts";

const file = ".local/processes.json";

/**
 * The ids of the processes that handle requests: a signal to npm or a wrapper would not reach them. And the data that
 * the embedded Supabase serves, and its port.
 */
interface Processes extends Partial<Record<"start" | "supabase" | "worker" | "supabasePort", number>> {
  supabaseData?: string;
}

function readProcesses(): Processes {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Processes;
  } catch {
    return {};
  }
}

/** Starts the file anew: existing content is left from a run that could not remove it. */
export function beginProcesses(): void {
  rmSync(file, { force: true });
  noteProcess("start", process.pid);
}

export function noteProcess(name: "start" | "supabase" | "worker", pid: number): void {
  note({ [name]: pid });
}

export function noteSupabase(pid: number, { SUPABASE_PORT, SUPABASE_DATA }: Settings): void {
  note({ supabase: pid, supabasePort: Number(SUPABASE_PORT), supabaseData: SUPABASE_DATA });
}

function note(processes: Processes): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readProcesses(), ...processes })}\n`);
}

/**
 * Makes sure that nothing serves the data of this folder, on whatever port: only one process may have it open, and a
 * second one damages it without an error.
 * @param data all that is to be opened: other data may be served meanwhile. Without it, none may, since sites of one
 * folder share their pictures and the state of the Worker.
 * @throws Error that says what to stop
 */
export async function needDataUnused(data?: string): Promise<void> {
  const { supabase, supabasePort, supabaseData } = readProcesses();
  if (data !== undefined && data !== supabaseData) return;
  if (supabase && supabasePort && isAlive(supabase) && (await portTaken(supabasePort)))
    throw new Error(
      `Stop npm start first: it has this folder's data open (port ${supabasePort}), which is possible only once.`,
    );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the file, unless it belongs to another running process. */
export function forgetProcesses(): void {
  if (readProcesses().start === process.pid) rmSync(file, { force: true });
}
