import { spawn } from "node:child_process";
import { bin, project } from "../harness/processes.ts";

/** A command of the project's operator, run from the project's root. */
export interface Command {
  program: "wrangler" | "supabase" | "npm";
  args: string[];
  /** Written to its standard input and never shown: a command line is visible to every process on the machine. */
  input?: string;
  /** Variables to add to this process's environment; their values are never shown. */
  env?: Record<string, string>;
}

export interface Outcome {
  ok: boolean;
  /** Its output; empty if it wrote directly to the terminal. */
  output: string;
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The command as a person would type it, with the names of its variables but without their values or its input. */
export function commandText({ program, args, env = {} }: Command): string {
  const start = { wrangler: ["npx", "wrangler"], supabase: ["npm", "run", "supabase", "--"], npm: ["npm"] }[program];
  const variables = Object.keys(env).map((name) => `${name}=…`);
  return [...variables, ...[...start, ...args].map(quoted)].join(" ");
}

/**
 * Runs a command to its end.
 * @param isShown whether the command uses the terminal for its questions and output; otherwise its output is collected
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
