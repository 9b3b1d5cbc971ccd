import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import type { WorkerWeight } from "../../harness/building/weights.ts";
import { project } from "../../harness/processes.ts";
import type { ColdStart, StartUp } from "./cold-starts.ts";

const document = join(project, "docs/numbers.md");
const begin = "<!-- npm run bench writes what follows -->\n";
const end = "<!-- npm run bench wrote what precedes -->\n";

/** CPU times in microseconds, sizes in bytes. */
export interface PageFigures {
  path: string;
  kept: number;
  /** requests per second of the kept page, as a share of a constant of the same bytes and of a file */
  shareOfLimit: number;
  shareOfFile: number;
  rendered: number;
  bytes: number;
  scriptBytes: number;
  requests: number;
  calls: { miss: number; kept: number; returning: number };
}

export interface Figures {
  day: string;
  rounds: number;
  /** how busy the machine was with other work */
  load: string;
  pages: PageFigures[];
  worker: Pick<WorkerWeight, "modules" | "gzipBytes" | "startGzipBytes" | "homeGzipBytes">;
  starting: StartUp;
  cold: ColdStart[];
}

/** Describes the machine before a measurement. */
export const machineLoad = () =>
  `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} before the first round`;

const kib = (bytes: number) => (bytes / 1024).toFixed(0);
const missed = (text: string, isMissed: boolean) => (isMissed ? `**${text}**` : text);

/** Most of a rendered page's CPU, as a share of Home's. */
const mostOfHome = 1.2;
const mostAtStart = 1.5;
const mostFirst = 20; // ms

/** Formats the figures as a table in Markdown, with those bold that miss their goal. */
export function figuresTable({ day, rounds, load, pages, worker, starting, cold }: Figures): string {
  const home = pages.find(({ path }) => path === "/")?.rendered ?? Number.NaN;
  const head = [
    "page",
    "kept, of the constant; of a file",
    "kept, µs",
    "drawn anew, µs; in Homes",
    "first of a fresh isolate, ms",
    "HTML and CSS; script, B",
    "files",
    "calls: miss, kept, returning",
  ];
  const rows = pages.map((page) => {
    const first = cold.find(({ path }) => path === page.path)?.first;
    const inHomes = page.rendered / home;
    return [
      `\`${page.path}\``,
      `${missed(page.shareOfLimit.toFixed(2), page.shareOfLimit < 1)}; ${page.shareOfFile.toFixed(2)}`,
      page.kept.toFixed(0),
      `${page.rendered.toFixed(0)}; ${missed(inHomes.toFixed(2), inHomes > mostOfHome)}`,
      first === undefined ? "" : missed(first.toFixed(0), first > mostFirst),
      `${page.bytes}; ${page.scriptBytes}`,
      String(page.requests),
      Object.values(page.calls).join(", "),
    ];
  });
  const share = starting.site / starting.libraries;
  const line = (cells: string[]) => `| ${cells.join(" | ")} |\n`;
  return `${day}, medians of ${rounds} rounds, ${load}. Start-up: ${starting.site.toFixed(0)} ms of CPU, Remix and React alone ${starting.libraries.toFixed(0)}: ${missed(share.toFixed(2), share > mostAtStart)} of it.
Worker: ${worker.modules} modules, ${kib(worker.gzipBytes)} KiB (gzip); at its start ${kib(worker.startGzipBytes)}, with Home ${kib(worker.homeGzipBytes)}.

${line(head)}${line(head.map(() => "---"))}${rows.map(line).join("")}`;
}

/**
 * Puts a table in the place of the last one.
 * @throws Error if the document has no such place
 */
export function withFigures(text: string, table: string): string {
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  if (from < begin.length || to < from) throw new Error("docs/numbers.md has no place for the figures.");
  return `${text.slice(0, from)}\n${table}\n${text.slice(to)}`;
}

/** Writes the figures into docs/numbers.md. */
export function writeFigures(figures: Figures): void {
  writeFileSync(document, withFigures(readFileSync(document, "utf8"), figuresTable(figures)));
}
