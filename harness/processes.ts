import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const project = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** A program of the packages; `node` is the one that runs this, because the machine's own is no package. */
export const bin = (name: string) => (name === "node" ? process.execPath : resolve(project, "node_modules/.bin", name));

export interface Service {
  process: ChildProcess;
  /** the process that answers: `process` may only have started it, and a signal would not reach it there */
  pid: number;
  /** Ends the service and everything it started; resolves when it is gone. */
  stop(): Promise<void>;
}

const running = new Set<Service>();

/** Programs of Node keep what they compiled here, and start a quarter sooner the next time. */
const NODE_COMPILE_CACHE = resolve(project, "node_modules/.cache/node-compile");

/** Starts a service in a process group of its own, with its output in a file, so that one signal ends all of it. */
function spawnService(program: string, args: string[], env: NodeJS.ProcessEnv, log: string, talks: boolean): Service {
  mkdirSync(dirname(log), { recursive: true });
  const output = createWriteStream(log);
  const child = spawn(program, args, {
    cwd: project,
    env: { NODE_COMPILE_CACHE, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...(talks ? (["ipc"] as const) : [])],
    serialization: "advanced",
  });
  child.channel?.unref();
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const started: Service = {
    process: child,
    pid: child.pid ?? 0,
    async stop() {
      running.delete(started);
      if (child.exitCode !== null || child.signalCode !== null) return;
      signalGroup(child, "SIGTERM");
      // whoever is paused hears it only now
      signalGroup(child, "SIGCONT");
      const deadline = setTimeout(() => signalGroup(child, "SIGKILL"), 3000);
      await gone;
      clearTimeout(deadline);
      // what it started, if that is slower to end than itself
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
    // the group has ended by itself
  }
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((each) => each.stop()));
}

process.once("exit", () => {
  for (const each of running) signalGroup(each.process, "SIGKILL");
});

/** Runs a program of the packages, or node, to its end. @throws Error with the command's last lines when it fails. */
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

/** A port that nobody listens on at the moment, below those that the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_000);
    if (!(await portTaken(port))) return port;
  }
}

/** Polls until the answer is there. @throws Error with the end of the log when the service dies or `seconds` pass. */
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
 * Starts a program and waits until `ask` says that it answers.
 * @param log the file that gets its output
 * @param talks whether it takes and sends messages of `process.send`
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
