import { spawn } from "node:child_process";
import { bin, project } from "../harness/processes.ts";

/** A command line of this project's operator, as run from its root. */
export interface Command {
  program: "wrangler" | "supabase" | "npm";
  args: string[];
  /** written to its standard input, and never shown: what a command line says, every process of the machine can read */
  input?: string;
  /** variables beside the own environment; their values are never shown */
  env?: Record<string, string>;
}

export interface Outcome {
  ok: boolean;
  /** what it said, empty where it said it to the terminal itself */
  output: string;
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The command as a person types it, with the names of its variables and without what it reads. */
export function commandText({ program, args, env = {} }: Command): string {
  const start = { wrangler: ["npx", "wrangler"], supabase: ["npm", "run", "supabase", "--"], npm: ["npm"] }[program];
  const variables = Object.keys(env).map((name) => `${name}=…`);
  return [...variables, ...[...start, ...args].map(quoted)].join(" ");
}

/**
 * Runs a command to its end.
 * @param isShown whether it has the terminal, for its questions and its output; else its output is collected
 */
export async function runCommand({ program, args, input, env }: Command, isShown: boolean): Promise<Outcome> {
  const [file = "", ...before] = {
    wrangler: [bin("wrangler")],
    supabase: [process.execPath, "scripts/supabase.ts"],
    npm: ["npm"],
  }[program];
  const child = spawn(file, [...before, ...args], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: isShown ? [input === undefined ? "inherit" : "pipe", "inherit", "inherit"] : ["pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number>((done) => {
    child.once("error", () => done(1));
    child.once("close", (status) => done(status ?? 1));
  });
  return { ok: code === 0, output };
}
