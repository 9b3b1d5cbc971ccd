// Serves the built Worker on WORKER_PORT, with the variables and RATE_LIMITS ({"FORMS": 6}) of the environment, until it is
// terminated or the process that started it has ended. The folder WORKER_STATE holds the edge cache, the file WORKER_LOG
// its output. That process may have it serve something else (messages.ts).
import { createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { optional, required } from "../../app/platform/env.ts";
import { readWorkerModules, workerOptions } from "../building/worker-modules.ts";
import { project } from "../processes.ts";
import { obey } from "./messages.ts";

export type Limits = Record<string, number>;

/**
 * Configures Miniflare with the bindings of wrangler.toml: rate limits, files with their headers, and the cache.
 * Its main port imitates Cloudflare completely, with a router and a Worker for files in front of ours, and a separate
 * Node process. On `port`, harness/serving/edge.js does the necessary part of that in the Worker's own isolate, many
 * times faster.
 * @param state a folder for the cache; without it the cache is empty at each start
 * @param limits requests a minute that differ from wrangler.toml, by binding
 */
export function miniflareOptions(
  variables: Record<string, string>,
  port: number,
  state?: string,
  limits: Limits = {},
): MiniflareOptions {
  const options = JSON.parse(readFileSync(workerOptions, "utf8"));
  for (const [name, limit] of Object.entries(limits)) options.ratelimits[name].simple.limit = limit;
  const code = (name: string, contents: string) => ({ type: "ESModule" as const, path: name, contents });
  return {
    host: "127.0.0.1",
    cf: false,
    logRequests: false,
    unsafeTriggerHandlers: true,
    defaultPersistRoot: state,
    workers: [
      {
        ...options,
        name: "site",
        modules: [
          code("edge.js", readFileSync(join(project, "harness/serving/edge.js"), "utf8")),
          ...readWorkerModules().map((module) => code(module.name, module.code)),
          code("files.js", `export const files = new Set(${JSON.stringify(listFiles())});`),
        ],
        bindings: variables,
        unsafeDirectSockets: [{ host: "127.0.0.1", port, entrypoint: "edge" }],
      },
    ],
  };
}

/** The paths of all served files, without the _headers file that configures them. */
function listFiles(): string[] {
  const folder = join(project, "build/client");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name !== "_headers")
    .map((file) => `/${relative(folder, join(file.parentPath, file.name))}`);
}

let served: Miniflare | undefined;

/** Serves what these settings say in place of what is served; nothing if there are none. */
async function move(settings?: Record<string, string | undefined>): Promise<void> {
  const last = served;
  served = undefined;
  await last?.dispose();
  if (!settings) return;
  const { WORKER_PORT, WORKER_STATE, WORKER_LOG = "", RATE_LIMITS } = settings;
  const variables = Object.fromEntries(
    [...required, ...optional].flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])),
  );
  mkdirSync(dirname(WORKER_LOG), { recursive: true });
  writeFileSync(WORKER_LOG, "");
  const server = new Miniflare({
    ...miniflareOptions(variables, Number(WORKER_PORT), WORKER_STATE, JSON.parse(RATE_LIMITS || "{}")),
    handleRuntimeStdio(...outputs) {
      const log = createWriteStream(WORKER_LOG, { flags: "a" });
      for (const output of outputs) output.pipe(log, { end: false });
      // Miniflare does not report when workerd exits, but its output ends then.
      outputs[0].once("end", () => server === served && process.exit(1));
    },
  });
  served = server;
  await server.ready;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  obey(async (message) => {
    if ("settings" in message) await move(message.settings);
    return [];
  });
  await move(process.env);
}
