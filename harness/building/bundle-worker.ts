import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { project, run } from "../processes.ts";

/** The Worker of the last build as a single file, as uploaded by a deployment. */
export const bundledWorker = join(project, "build/worker/entry.worker.js");

/** Bundles the built routes as a deployment does, into a folder. @param more options of `wrangler deploy` */
export async function bundleWorker(folder: string, more: string[] = []): Promise<void> {
  await run("wrangler", ["deploy", "--dry-run", "--env=", "--outdir", folder, ...more], {
    ...process.env,
    NODE_ENV: "production",
    WRANGLER_SEND_METRICS: "false",
  });
}

/** The Worker's options from wrangler.toml, for Miniflare. */
export const workerOptions = join(project, "build/worker/options.json");

/** Writes the options with each build, because loading wrangler takes longer than the rest of starting the Worker. */
export async function writeWorkerOptions(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { bindings: _, ...options } = unstable_getMiniflareWorkerOptions(join(project, "wrangler.toml")).workerOptions;
  writeFileSync(workerOptions, JSON.stringify(options));
}
