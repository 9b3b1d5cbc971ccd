import { join } from "node:path";
import { project, run } from "../processes.ts";

/** The Worker of the last build as one file, as a deployment uploads it. */
export const bundledWorker = join(project, "build/worker/entry.worker.js");

/** Bundles the built routes as a deployment does, into a folder. @param more options of `wrangler deploy` */
export async function bundleWorker(folder: string, more: string[] = []): Promise<void> {
  await run("wrangler", ["deploy", "--dry-run", "--env=", "--outdir", folder, ...more], {
    ...process.env,
    NODE_ENV: "production",
    WRANGLER_SEND_METRICS: "false",
  });
}
