// npm run bench: what a page costs, compared with a constant string and a static file in the same workerd, and the
// first page of a fresh isolate. Needs Linux, for the CPU time of a process, and wrk (Debian's package of that name)
// unless run with -- --cold, which measures only the first page of a fresh isolate. All of it goes into docs/numbers.md,
// unless run with -- --paths.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "../../harness/browser/chromium.ts";
import { build } from "../../harness/building/build.ts";
import { brotliBytes, type WorkerWeight, weighScripts, weighWorker } from "../../harness/building/weights.ts";
import { readWorkerModules } from "../../harness/building/worker-modules.ts";
import { cpuTime, freePort, project, stopAll } from "../../harness/processes.ts";
import { noteProof } from "../../harness/proofs.ts";
import { dropDatabase } from "../../harness/serving/databases.ts";
import { startSupabase } from "../../harness/serving/embedded-supabase.ts";
import { sessionOfNobody } from "../../harness/serving/session-of-nobody.ts";
import { makeDatabaseTemplate, testSettings } from "../../harness/serving/stack.ts";
import { type BareWorker, startWorkerd } from "./bare-workerd.ts";
import { type ColdStart, coldStarts, type StartUp, startUps } from "./cold-starts.ts";
import { machineLoad, writeFigures } from "./figures.ts";
import { openReplay, type Replay } from "./replay.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    paths: { type: "string" },
    cold: { type: "boolean" },
    json: { type: "string", default: "test-results/bench.json" },
  },
});
const rounds = Number(options.rounds);
const folder = join(project, ".local/bench");
const everyPage = [
  "/",
  "/about",
  "/events",
  "/events?event=ethereum",
  "/bitcoin-pizza-day",
  "/global-pizza-party",
  "/events/blockchain-basics-workshop",
  "/education",
  "/education?tab=media",
  "/resources/faqs",
  "/insights",
  "/insights/reading-the-bitcoin-paper",
  "/newsletter/embed",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
];
const paths = options.paths?.split(",") ?? everyPage;

const nobody = await sessionOfNobody();

/** Cookies that make the site render a page for one visitor only. */
const alone = (path: string) => (path.startsWith("/education") ? "visitor=0123456789abcdef0123456789abcdef" : nobody);

interface Load {
  requestsPerSecond: number;
  /** CPU time of workerd per request, in microseconds. */
  cpu: number;
}

const run = promisify(execFile);

async function load(pid: number, url: string, cookie?: string): Promise<Load> {
  const before = cpuTime(pid);
  const header = cookie ? ["-H", `Cookie: ${cookie}`] : [];
  const { stdout } = await run("wrk", ["-t1", "-c16", `-d${options.seconds}s`, ...header, url]);
  const count = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  if (!count || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} was not answered well:\n${stdout}`);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    cpu: ((cpuTime(pid) - before) * 1000) / count,
  };
}

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function shuffled<Of>(list: Of[]): Of[] {
  return list
    .map((value) => ({ value, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

/**
 * Returns the source of a Worker that serves the pages as constants with the site's own headers: the runtime's upper
 * bound.
 */
async function constants(site: string): Promise<string> {
  const pages = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(site + path);
      const headers = [...answer.headers].filter(
        ([name]) => !/^(content-length|date|connection|keep-alive)$/.test(name),
      );
      return [path, await answer.text(), headers] as const;
    }),
  );
  return `const utf8 = new TextEncoder();
const pages = new Map(${JSON.stringify(pages)}.map(([path, body, headers]) => [path, { body: utf8.encode(body), init: { headers } }]));
export default {
  fetch(request) {
    const page = pages.get(request.url.slice(request.url.indexOf("/", 8)));
    return page ? new Response(page.body, page.init) : new Response("", { status: 404 });
  },
};`;
}

interface PageResult {
  path: string;
  kept: Load;
  limit: Load;
  file: Load;
  /** Rendered for one request only. */
  rendered: Load;
  /** Median of the rounds' ratios. */
  shareOfLimit: number;
  shareOfFile: number;
  bytes: number;
  /** Whether a repeat view gets a 304 without a body. */
  revalidates: boolean;
  calls: { miss: number; kept: number; returning: number };
  /** On a first view, in a browser. */
  requests: number;
  scriptBytes: number;
}

async function measure(): Promise<void> {
  const machine = machineLoad();
  const template = await makeDatabaseTemplate();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "files"), { recursive: true });
  try {
    const [supabasePort, replayPort, port, limitPort, filePort] = (await Promise.all(
      Array.from({ length: 5 }, freePort),
    )) as [number, number, number, number, number];
    const data = { ...testSettings, SUPABASE_PORT: String(supabasePort), SUPABASE_DATA: template };
    await startSupabase(data, join(folder, "supabase.log"));
    const replay = await openReplay(replayPort, `http://127.0.0.1:${supabasePort}`);
    const worker = weighWorker();
    const site: BareWorker = {
      name: "site",
      port,
      modules: readWorkerModules(),
      files: join(project, "build/client"),
      variables: { ...testSettings, SUPABASE_URL: replay.url, SITE_ORIGIN: `http://localhost:${port}` },
    };
    if (options.cold) {
      showStartUp(worker, await startUps(folder, site, rounds));
      showCold(await coldStarts(folder, site, rounds));
      replay.stop();
      return;
    }
    const first = await startWorkerd(join(folder, "first"), [site]);
    const counted = await countCalls(`http://localhost:${port}`, replay);
    const source = await constants(`http://localhost:${port}`);
    for (const [index, path] of paths.entries())
      writeFileSync(
        join(folder, "files", `${index}.html`),
        await (await fetch(`http://localhost:${port}${path}`)).text(),
      );
    await first.stop();

    const all = await startWorkerd(join(folder, "all"), [
      site,
      { name: "limit", port: limitPort, modules: [{ name: "app.js", code: source }] },
      { name: "file", port: filePort, files: join(folder, "files") },
    ]);
    const ways = (path: string, index: number) => ({
      kept: () => load(all.pid, `http://localhost:${port}${path}`),
      limit: () => load(all.pid, `http://localhost:${limitPort}${path}`),
      file: () => load(all.pid, `http://localhost:${filePort}/${index}.html`),
      rendered: () => load(all.pid, `http://localhost:${port}${path}`, alone(path)),
    });
    type Way = keyof ReturnType<typeof ways>;
    const readings = new Map<string, Load[]>();
    for (let round = 0; round <= rounds; round += 1) {
      const jobs = paths.flatMap((path, index) =>
        Object.entries(ways(path, index)).map(([way, go]) => ({ key: `${way} ${path}`, go })),
      );
      // The first round only warms up.
      for (const { key, go } of shuffled(jobs)) {
        const reading = await go();
        if (round > 0) readings.set(key, [...(readings.get(key) ?? []), reading]);
      }
    }
    const of = (way: Way, path: string) => readings.get(`${way} ${path}`) ?? [];
    const middle = (way: Way, path: string): Load => ({
      requestsPerSecond: median(of(way, path).map((each) => each.requestsPerSecond)),
      cpu: median(of(way, path).map((each) => each.cpu)),
    });
    const share = (path: string, way: Way) =>
      median(
        of("kept", path).map((each, round) => each.requestsPerSecond / (of(way, path)[round]?.requestsPerSecond ?? 0)),
      );
    const views = await firstViews(`http://localhost:${port}`);
    const pages: PageResult[] = paths.map((path, index) => ({
      path,
      kept: middle("kept", path),
      limit: middle("limit", path),
      file: middle("file", path),
      rendered: middle("rendered", path),
      shareOfLimit: share(path, "limit"),
      shareOfFile: share(path, "file"),
      bytes: brotliBytes(readFileSync(join(folder, "files", `${index}.html`))),
      ...(counted.get(path) as NonNullable<ReturnType<typeof counted.get>>),
      ...(views.get(path) as NonNullable<ReturnType<typeof views.get>>),
    }));
    await all.stop();
    const starting = await startUps(folder, site, rounds);
    const cold = await coldStarts(folder, site, rounds);
    replay.stop();
    show(pages, worker, starting);
    showCold(cold);
    const figures = pages.map((page) => ({ ...page, kept: page.kept.cpu, rendered: page.rendered.cpu }));
    const day = new Date().toISOString().slice(0, 10);
    if (!options.paths) {
      writeFigures({ day, rounds, load: machine, pages: figures, worker, starting, cold });
      noteProof("bench", `start-up ${(starting.site / starting.libraries).toFixed(2)} of Remix and React alone`);
    }
    const path = join(project, options.json);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      JSON.stringify({ rounds, seconds: Number(options.seconds), pages, worker, starting, cold }, null, 2),
    );
    console.log(`\nAll of it as JSON: ${options.json}`);
  } finally {
    await stopAll();
    await dropDatabase(template);
  }
}

/** Counts the database calls for a page not yet in the cache, for a cached page, and for a returning visitor. */
async function countCalls(site: string, replay: Replay) {
  const counts = new Map<string, Pick<PageResult, "calls" | "revalidates">>();
  for (const path of paths) {
    const calls = async (headers: Record<string, string> = {}) => {
      const before = replay.asked();
      const answer = await fetch(site + path, { headers });
      const body = await answer.text();
      return { count: replay.asked() - before, answer, body };
    };
    const miss = await calls();
    const kept = await calls();
    const repeat = await calls({ "If-None-Match": kept.answer.headers.get("ETag") ?? "" });
    const returning = await calls({ Cookie: alone(path) });
    counts.set(path, {
      calls: { miss: miss.count, kept: kept.count, returning: returning.count },
      revalidates: repeat.answer.status === 304 && repeat.body === "",
    });
  }
  return counts;
}

async function firstViews(site: string) {
  const views = new Map<string, Pick<PageResult, "requests" | "scriptBytes">>();
  const weights = new Map(weighScripts().map(({ name, gzipBytes }) => [name, gzipBytes]));
  const browser = await playwright.launch((await chromium()).launchOptions);
  for (const path of paths) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(new URL(request.url()).pathname));
    await page.goto(site + path, { waitUntil: "networkidle" });
    const scripts = [...asked].flatMap((each) => weights.get(each.replace("/assets/", "")) ?? []);
    views.set(path, { requests: asked.size, scriptBytes: scripts.reduce((sum, bytes) => sum + bytes, 0) });
    await context.close();
  }
  await browser.close();
  return views;
}

function show(pages: PageResult[], worker: WorkerWeight, starting: StartUp) {
  const whole = (value: number) => Math.round(value);
  console.table(
    pages.map((page) => ({
      page: page.path,
      "kept, requests/s": whole(page.kept.requestsPerSecond),
      "of the constant": page.shareOfLimit.toFixed(2),
      "of the file": page.shareOfFile.toFixed(2),
      "kept, µs": whole(page.kept.cpu),
      "constant, µs": whole(page.limit.cpu),
      "rendered, µs": whole(page.rendered.cpu),
    })),
  );
  console.table(
    pages.map((page) => ({
      page: page.path,
      "HTML and CSS, brotli": page.bytes,
      "script, gzip": page.scriptBytes,
      requests: page.requests,
      "calls: miss, kept, returning": Object.values(page.calls).join(", "),
      "repeat is a 304": page.revalidates ? "yes" : "no",
    })),
  );
  showStartUp(worker, starting);
  console.table(
    worker.libraries.slice(0, 20).map(({ name, bytes }) => ({ library: name, kB: (bytes / 1000).toFixed(1) })),
  );
}

const kib = (bytes: number) => (bytes / 1024).toFixed(0);

function showStartUp(worker: WorkerWeight, { site, libraries }: StartUp): void {
  console.log(
    `Worker: ${worker.modules} modules, ${kib(worker.gzipBytes)} KiB (gzip); at its start ${kib(worker.startGzipBytes)}, with Home ${kib(worker.homeGzipBytes)}. Start-up over an empty Worker: ${site.toFixed(0)} ms of CPU, Remix and React alone ${libraries.toFixed(0)} ms: ${(site / libraries).toFixed(2)} of it.`,
  );
}

function showCold(starts: ColdStart[]): void {
  console.log("CPU of the Worker's thread, ms (Workers Free allows a request 10):");
  console.table(
    starts.map(({ path, first, rendered }) => ({
      page: path,
      "first of a fresh isolate": first.toFixed(1),
      "for one visitor, later": rendered.toFixed(1),
    })),
  );
}

await build();
await measure();
