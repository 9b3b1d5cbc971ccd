import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { project, run } from "../../harness/processes.ts";
import { type BareWorker, startWorkerd } from "./bare-workerd.ts";

export interface ColdStart {
  path: string;
  /** CPU time of the Worker's thread for the first page that a fresh isolate renders, in milliseconds. */
  first: number;
  /** The same for a later request for that page by another visitor, in the same isolate. */
  rendered: number;
}

/** The pages that visitors and admins typically request first. */
const coldPaths = ["/", "/events", "/education", "/insights", "/contact", "/admin/login"];

const rest = 300; // ms
const laterPages = 10;

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** CPU time of a process's main thread, in milliseconds; workerd runs all Worker code there. */
const mainThread = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

async function cpuOf(pid: number, url: string, headers: Record<string, string> = {}): Promise<number> {
  const before = mainThread(pid);
  const answer = await fetch(url, { headers, redirect: "manual" });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  // Work that the Worker does after its response counts too.
  await new Promise((done) => setTimeout(done, rest));
  return mainThread(pid) - before;
}

/**
 * Measures the first page of fresh isolates, each in a new workerd that has served only one file. Loading the Worker is
 * not included: Cloudflare limits it separately.
 * @param folder for configurations and logs
 * @param site with files, one of which is `/favicon.svg`
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
  /** CPU time of the Worker's thread until it can respond, minus that of an empty Worker, in milliseconds. */
  site: number;
  /** The same for a Worker that contains only unmodified Remix and React, as in Remix's template, and no page. */
  libraries: number;
}

const nothing = 'export default { fetch: () => new Response("") };';

/**
 * Measures what loading the Worker costs, each time in a new workerd that serves one file. Parameters as for
 * `coldStarts`.
 */
export async function startUps(folder: string, site: BareWorker, rounds: number): Promise<StartUp> {
  const { port, files } = site;
  const workers = {
    empty: { name: "empty", port, files, modules: [{ name: "app.js", code: nothing }] },
    libraries: { name: "libraries", port, files, modules: [{ name: "app.js", code: await librariesAlone(folder) }] },
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
