import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { optional, required } from "../../app/platform/env.ts";
import { bin, project, type Service, startService } from "../processes.ts";
import { messagesTo } from "./messages.ts";

interface Running {
  pid: number;
  parent: number;
  command: string;
}

async function listProcesses(): Promise<Running[]> {
  if (!existsSync("/proc/self/stat")) {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="]);
    return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, pid, parent, command = ""]) => ({
      pid: Number(pid),
      parent: Number(parent),
      command,
    }));
  }
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(join("/proc", name, "stat"), "utf8");
      const command = readFileSync(join("/proc", name, "cmdline"), "utf8").replaceAll("\0", " ");
      return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]), command }];
    } catch {
      return []; // it has ended in the meantime
    }
  });
}

/** Finds the workerd process that a process has started: Miniflare does not report its id. */
async function findWorkerd(starter: number): Promise<number | undefined> {
  const processes = await listProcesses();
  return processes.find(({ parent, command }) => parent === starter && command.includes("workerd"))?.pid;
}

type Served = [variables: Record<string, string>, port: number, state: string, log: string];

export interface WorkerProcess extends Service {
  serve(...served: Served): Promise<void>;
  rest(): Promise<void>;
}

/**
 * Serves the built Worker in workerd on a port.
 * @param variables settings; only those that the Worker knows become its environment, and RATE_LIMITS, as JSON, changes
 * its rate limits
 * @param state a folder for the edge cache
 */
export async function startWorker(...served: Served): Promise<WorkerProcess> {
  const [, port, , log] = served;
  const program = join(project, "harness/serving/serve-worker.ts");
  const asked = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  const env = { ...process.env, ...settingsOf(...served) };
  const started = await startService("The Worker", bin("node"), [program], env, log, asked, true);
  const findIt = async () => {
    started.pid = (await findWorkerd(started.process.pid ?? 0)) ?? started.pid;
  };
  await findIt();
  const { move } = messagesTo(started.process);
  return Object.assign(started, {
    serve: (...others: Served) => move(settingsOf(...others)).then(findIt),
    rest: () => move(),
  });
}

function settingsOf(...[variables, port, state, log]: Served): Record<string, string> {
  const own = Object.fromEntries(
    [...required, ...optional, "RATE_LIMITS"].map((name) => [name, variables[name] ?? ""]),
  );
  return { ...own, WORKER_PORT: String(port), WORKER_STATE: state, WORKER_LOG: log };
}
