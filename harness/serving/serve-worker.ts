// node harness/serving/serve-worker.ts PORT STATE: serves the built Worker on PORT, configured by the environment,
// until it is terminated or the process that started it has ended. The folder STATE holds the edge cache. RATE_LIMITS may
// name other limits: {"FORMS": 6}.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { optional, required } from "../../app/platform/env.ts";
import { readWorkerModules, workerOptions } from "../building/worker-modules.ts";
import { project } from "../processes.ts";

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, state] = process.argv.slice(2);
  const variables = Object.fromEntries(
    [...required, ...optional].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const server = new Miniflare({
    ...miniflareOptions(variables, Number(port), state, JSON.parse(process.env.RATE_LIMITS ?? "{}")),
    handleRuntimeStdio(output, errors) {
      output.pipe(process.stdout);
      errors.pipe(process.stderr);
      // Miniflare does not report when workerd exits, but its output ends then.
      output.once("end", () => process.exit(1));
    },
  });
  process.once("disconnect", () => process.exit());
  await server.ready;
}
