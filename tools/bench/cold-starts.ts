import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { project, run } from "../../harness/processes.ts";
import { type BareWorker, startWorkerd } from "./bare-workerd.ts";

export interface ColdStart {
  path: string;
  /** CPU of the thread that runs the Worker, in milliseconds: of the first page that a fresh isolate makes */
  first: number;
  /** and of the same page for another visitor alone, later in that isolate */
  rendered: number;
}

/** What visitors and admins ask for first. */
export const coldPaths = ["/", "/events", "/education", "/insights", "/contact", "/admin/login"];

const rest = 300; // ms
const laterPages = 10;

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Milliseconds of CPU that the main thread of a process has had; workerd runs all of a Worker's code there. */
const mainThread = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

async function cpuOf(pid: number, url: string, headers: Record<string, string> = {}): Promise<number> {
  const before = mainThread(pid);
  const answer = await fetch(url, { headers, redirect: "manual" });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  // What the Worker does after its answer counts too.
  await new Promise((done) => setTimeout(done, rest));
  return mainThread(pid) - before;
}

/**
 * Measures the first page of fresh isolates, each in a workerd of its own that has served one file before. What the Worker does
 * when it is loaded is not in it: Cloudflare counts that apart.
 * @param folder for configurations and logs
 * @param site with files, of which `/favicon.svg` is one
 */
export async function coldStarts(folder: string, site: BareWorker, rounds: number): Promise<ColdStart[]> {
  const readings = new Map<string, { first: number[]; rendered: number[] }>();
  for (let round = 0; round < rounds; round += 1) {
    for (const path of coldPaths) {
      const own = join(folder, "cold");
      mkdirSync(own, { recursive: true });
      const started = await startWorkerd(own, [site], "/favicon.svg");
      const url = `http://localhost:${site.port}${path}`;
      const reading = readings.get(path) ?? { first: [], rendered: [] };
      readings.set(path, reading);
      reading.first.push(await cpuOf(started.pid, url));
      const later: number[] = [];
      for (let count = 0; count < laterPages; count += 1)
        later.push(await cpuOf(started.pid, url, { Cookie: "session=none" }));
      reading.rendered.push(median(later));
      await started.stop();
    }
  }
  return coldPaths.map((path) => {
    const { first = [], rendered = [] } = readings.get(path) ?? {};
    return { path, first: median(first), rendered: median(rendered) };
  });
}

export interface StartUp {
  /** CPU of the Worker's thread until it can answer, over that of an empty Worker, in milliseconds */
  site: number;
  /** the same of a Worker that brings Remix and React as the packages come, as Remix's template does, and no page */
  libraries: number;
}

const nothing = 'export default { fetch: () => new Response("") };';

/** What loading the Worker costs, each in a workerd of its own that is asked for a file. Arguments as for `coldStarts`. */
export async function startUps(folder: string, site: BareWorker, rounds: number): Promise<StartUp> {
  const { port, files } = site;
  const workers = {
    empty: { name: "empty", port, files, code: { source: nothing } },
    libraries: { name: "libraries", port, files, code: { source: await librariesAlone(folder) } },
    site,
  };
  const readings = { empty: [] as number[], libraries: [] as number[], site: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ["empty", "libraries", "site"] as const) {
      const own = join(folder, "start-up");
      mkdirSync(own, { recursive: true });
      const started = await startWorkerd(own, [workers[name]], "/favicon.svg");
      readings[name].push(mainThread(started.pid));
      await started.stop();
    }
  }
  const empty = median(readings.empty);
  return { site: median(readings.site) - empty, libraries: median(readings.libraries) - empty };
}

async function librariesAlone(folder: string): Promise<string> {
  const settings = join(folder, "libraries.toml");
  writeFileSync(
    settings,
    `name = "libraries"\nmain = "${join(project, "tools/bench/libraries.entry.ts")}"\ncompatibility_date = "2026-07-01"\ncompatibility_flags = ["nodejs_compat"]\n`,
  );
  const bundled = join(folder, "libraries-bundled");
  const dry = ["deploy", "--dry-run", "--minify", "--config", settings, "--outdir", bundled];
  await run("wrangler", dry, { ...process.env, NODE_ENV: "production", WRANGLER_SEND_METRICS: "false" });
  return readFileSync(join(bundled, "libraries.entry.js"), "utf8");
}
