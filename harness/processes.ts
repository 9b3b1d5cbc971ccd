import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const project = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** Path of a program from node_modules; `node` is the binary that runs this process. */
export const bin = (name: string) => (name === "node" ? process.execPath : resolve(project, "node_modules/.bin", name));

export interface Service {
  process: ChildProcess;
  /** the process that serves; `process` may only have started it, so signals must be sent to this one */
  pid: number;
  /** Ends the service and everything it started; resolves when it is gone. */
  stop(): Promise<void>;
}

const running = new Set<Service>();

/** Compile cache of Node programs, which makes later starts a quarter faster. */
const NODE_COMPILE_CACHE = resolve(project, "node_modules/.cache/node-compile");

/** Starts a service in its own process group, so that one signal ends all of it, with its output in a file. */
function spawnService(program: string, args: string[], env: NodeJS.ProcessEnv, log: string, talks: boolean): Service {
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, "");
  const output = openSync(log, "a");
  const child = spawn(program, args, {
    cwd: project,
    env: { NODE_COMPILE_CACHE, ...env },
    detached: true,
    stdio: ["ignore", output, output, ...(talks ? (["ipc"] as const) : [])],
    serialization: "advanced",
  });
  closeSync(output);
  child.channel?.unref();
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const started: Service = {
    process: child,
    pid: child.pid ?? 0,
    async stop() {
      running.delete(started);
      if (child.exitCode !== null || child.signalCode !== null) return;
      signalGroup(child, "SIGTERM");
      // a paused process receives SIGTERM only now
      signalGroup(child, "SIGCONT");
      const deadline = setTimeout(() => signalGroup(child, "SIGKILL"), 3000);
      await gone;
      clearTimeout(deadline);
      // child processes that are slower to end
      signalGroup(child, "SIGKILL");
    },
  };
  running.add(started);
  return started;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // the group has already ended
  }
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((each) => each.stop()));
}

process.once("exit", () => {
  for (const each of running) signalGroup(each.process, "SIGKILL");
});

/** Runs a program from node_modules, or node, to completion. @throws Error with the last lines of output if it fails. */
export async function run(name: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const child = spawn(bin(name), args, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  if (code !== 0)
    throw new Error(`${name} ${args[0] ?? ""} failed:\n${output.trim().split("\n").slice(-25).join("\n")}`);
  return output;
}

export async function portTaken(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}

const ports = { first: 10_240, last: 31_999 };
/** Processes begin anywhere, and none returns a port again while a service may not listen to it yet. */
let lastPort = randomInt(ports.first, ports.last);

/** Returns a port that is currently free, below the range of ephemeral ports. */
export async function freePort(): Promise<number> {
  for (;;) {
    lastPort = lastPort < ports.last ? lastPort + 1 : ports.first;
    const port = lastPort;
    if (!(await portTaken(port))) return port;
  }
}

/** Polls until the service is ready. @throws Error with the end of the log if it exits or `seconds` have passed. */
async function ready(
  name: string,
  started: Service,
  log: string,
  ask: () => Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    if (started.process.exitCode !== null) break;
    if (await ask().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  await started.stop();
  throw new Error(
    `${name} did not start; the end of ${log}:\n${readFileSync(log, "utf8").trim().split("\n").slice(-12).join("\n")}`,
  );
}

/**
 * Starts a program and waits until `ask` reports that it is ready.
 * @param log the file for its output
 * @param talks whether it exchanges messages with `process.send`
 */
export async function startService(
  name: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  log: string,
  ask: () => Promise<boolean>,
  talks = false,
): Promise<Service> {
  const started = spawnService(program, args, env, log, talks);
  await ready(name, started, log, ask);
  return started;
}

/** CPU time that all threads of a process have used, in milliseconds (proc(5): ticks of 10 ms). Linux alone. */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
