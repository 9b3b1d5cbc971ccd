import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { project } from "../processes.ts";
import { entryName, libraryWeightsFile } from "./worker-bundle.ts";
import { readWorkerModules, type WorkerModule } from "./worker-modules.ts";

export interface WorkerWeight {
  modules: number;
  bytes: number;
  /** compressed, all modules in one, as wrangler counts */
  gzipBytes: number;
  /** the same, of the modules that are loaded at the start */
  startGzipBytes: number;
  /** the same, with those of Home */
  homeGzipBytes: number;
  /** bytes of each library, our own code as "the site", heaviest first */
  libraries: { name: string; bytes: number }[];
}

const gzipped = (modules: WorkerModule[]) => gzipSync(modules.map(({ code }) => code).join("\n"), { level: 9 }).length;

/** The modules that some of them import statically, directly or not, and these themselves. */
function closureOf(names: string[], modules: WorkerModule[]): WorkerModule[] {
  const found = new Set(names);
  // iteration includes the elements added on the way
  for (const name of found) {
    const code = modules.find((module) => module.name === name)?.code ?? "";
    for (const [, path = ""] of code.matchAll(/\b(?:from|import)\s*"(\.[^"]*)"/g)) found.add(join(dirname(name), path));
  }
  return modules.filter(({ name }) => found.has(name));
}

/** The module that a route is in. */
function chunkOf(route: string, modules: WorkerModule[]): string {
  const loads = new RegExp(`\\bid:"${route}".*?import\\("\\./(.*?)"\\)`);
  return join("chunks", modules.map(({ code }) => loads.exec(code)?.[1]).find(Boolean) ?? "");
}

/** Measures the Worker of the last build. */
export function weighWorker(): WorkerWeight {
  const modules = readWorkerModules();
  const weights: Record<string, number> = JSON.parse(readFileSync(libraryWeightsFile, "utf8"));
  return {
    modules: modules.length,
    bytes: modules.reduce((sum, { code }) => sum + code.length, 0),
    gzipBytes: gzipped(modules),
    startGzipBytes: gzipped(closureOf([entryName], modules)),
    homeGzipBytes: gzipped(closureOf([entryName, chunkOf("routes/home", modules)], modules)),
    libraries: Object.entries(weights)
      .map(([name, bytes]) => ({ name, bytes }))
      .sort((a, b) => b.bytes - a.bytes),
  };
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
