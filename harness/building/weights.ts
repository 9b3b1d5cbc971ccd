import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { project } from "../processes.ts";
import { bundleWorker } from "./bundle-worker.ts";

export interface WorkerWeight {
  bytes: number;
  gzipBytes: number;
  /** bytes of each library in that file, our own code as "the site", heaviest first */
  libraries: { name: string; bytes: number }[];
  path: string;
}

interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

/** Bundles the built Worker as a deployment does, into `folder`, and measures its size. Run `build` first. */
export async function weighWorker(folder: string): Promise<WorkerWeight> {
  mkdirSync(folder, { recursive: true });
  const metafile = join(folder, "metafile.json");
  await bundleWorker(folder, ["--metafile", metafile]);
  const path = join(folder, "entry.worker.js");
  const code = readFileSync(path);
  const { outputs } = JSON.parse(readFileSync(metafile, "utf8")) as Metafile;
  const weights = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? "the site";
      weights.set(name, (weights.get(name) ?? 0) + bytesInOutput);
    }
  }
  const libraries = [...weights].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
  return { bytes: code.length, gzipBytes: gzipSync(code, { level: 9 }).length, libraries, path };
}

/** The compressed size in bytes, at a level that is fast enough for an edge to compress pages on the fly. */
export const brotliBytes = (content: string | Buffer) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;

/** The script files of the built site and their gzip sizes in bytes. */
export function weighScripts(): { name: string; gzipBytes: number }[] {
  const folder = join(project, "build/client/assets");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".js") && statSync(join(folder, name)).isFile())
    .map((name) => ({ name, gzipBytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length }));
}
