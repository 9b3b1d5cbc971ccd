import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../processes.ts";
import { entryName } from "./worker-bundle.ts";

/** A module of the Worker, by the name under which others import it. */
export interface WorkerModule {
  name: string;
  code: string;
}

/** The folder of the last build's modules, which wrangler.toml names. */
export const workerFolder = join(project, "build/server");

/** Reads the modules of the last build that a deployment uploads, the entry first: the rules of wrangler.toml. */
export function readWorkerModules(): WorkerModule[] {
  const chunks = readdirSync(join(workerFolder, "chunks")).map((name) => `chunks/${name}`);
  const names = [entryName, "index.js", ...chunks.sort()];
  return names.map((name) => ({ name, code: readFileSync(join(workerFolder, name), "utf8") }));
}

/** The Worker's options from wrangler.toml, for Miniflare. */
export const workerOptions = join(project, "build/worker-options.json");

/** Writes the options with each build, because loading wrangler takes longer than the rest of starting the Worker. */
export async function writeWorkerOptions(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { bindings: _, ...options } = unstable_getMiniflareWorkerOptions(join(project, "wrangler.toml")).workerOptions;
  writeFileSync(workerOptions, JSON.stringify(options));
}
