import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { describe, expect, test } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import { checks } from "../app/features/doctor/checks.server.ts";
import { durationText, retention } from "../app/features/retention/retention.ts";
import { optional, required } from "../app/platform/env.ts";
import packageFile from "../package.json" with { type: "json" };
import released from "../supabase/released.json" with { type: "json" };
import sections from "./asvs-requirements.json" with { type: "json" };

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0, in the order of the standard. */
const requirements = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.map((number) => `V${section}.${number}`),
);

/** All documents, by path. */
const documents = new Map(
  [
    ...readdirSync("."),
    ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
    ...readdirSync(".github").map((name) => `.github/${name}`),
  ]
    .filter((path) => path.endsWith(".md"))
    .map((path) => [path, readFileSync(path, "utf8")]),
);

const asvs = readFileSync("docs/asvs.md", "utf8");
const rows = [...asvs.matchAll(/^\| (V[^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(([, ids = "", stands = "", how = ""]) => ({
  ids: ids.split(", ").flatMap(between),
  stands,
  how,
}));

/** Expands a range such as "V1.2.6–V1.2.8", both ends included. */
function between(range: string): string[] {
  const [first = "", last = first] = range.split("–");
  const [from, to] = [requirements.indexOf(first), requirements.indexOf(last)];
  if (from < 0 || to < from) throw new Error(`${range} is no range of requirements`);
  return requirements.slice(from, to + 1);
}

describe("docs/asvs.md", () => {
  test("has every requirement of levels 1 and 2 once", () => {
    expect(requirements).toHaveLength(253);
    const order = (id: string) => requirements.indexOf(id);
    const listed = rows.flatMap(({ ids }) => ids);
    expect(listed.toSorted((a, b) => order(a) - order(b))).toEqual(requirements);
  });

  test("gives each requirement one of six statuses and an explanation", () => {
    for (const { ids, stands, how } of rows) {
      expect.soft(stands, ids.join()).toMatch(/^(holds|platform|operator|partly|no|n\/a)$/);
      expect.soft(how.trim().length, ids.join()).toBeGreaterThan(5);
    }
  });
});

describe("the documents", () => {
  test.each([...documents])("%s names only files that exist", (_path, text) => {
    const named = text.matchAll(/`((?:app|docs|harness|public|scripts|supabase|tests|tools)\/[\w./-]+\.\w+)`/g);
    for (const [, file = ""] of named) expect.soft(existsSync(file), file).toBe(true);
  });

  test.each([...documents])("%s links only to files and headings that exist", (path, text) => {
    for (const [, target = ""] of text.matchAll(/\]\(([^()\s]+)\)|src="([^"]+)"/g)) {
      if (/^https?:|^mailto:/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const to = file ? join(dirname(path), file) : path;
      expect.soft(existsSync(to), `${path} → ${target}`).toBe(true);
      if (anchor) expect.soft(anchorsOf(documents.get(to) ?? ""), `${path} → ${target}`).toContain(anchor);
    }
  });

  test("are all reachable from README.md within two links, and it has at most 90 lines", () => {
    expect(documents.get("README.md")?.split("\n").length).toBeLessThanOrEqual(91);
    const one = linkedFrom("README.md");
    const two = [...one].flatMap((path) => [...linkedFrom(path)]);
    const reached = new Set(["README.md", ...one, ...two]);
    expect([...documents.keys()].filter((path) => !path.startsWith(".github/") && !reached.has(path))).toEqual([]);
  });

  test("list every decision by number, as a file of context, decision and price in at most 20 lines, or as a line", () => {
    const index = documents.get("docs/decisions/README.md") ?? "";
    const rows = [...index.matchAll(/^\| (\d+) \| (.+) \| (\d{4}-\d\d-\d\d) \|$/gm)];
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, place) => place + 1));
    const files = [...documents].filter(([path]) => /^docs\/decisions\/\d/.test(path));
    expect(files.length).toBeGreaterThan(30);
    const linked = rows.flatMap(([, , words = ""]) => /^\[.+\]\((.+)\)$/.exec(words)?.[1] ?? []);
    expect(files.map(([path]) => path.slice("docs/decisions/".length)).sort()).toEqual(linked.sort());
    for (const [path, text] of files) {
      const [, number, title, date] = /^# (\d+)\. (.+)\n\n(\d{4}-\d\d-\d\d)\n/.exec(text) ?? [];
      expect.soft(path).toContain(`/${number?.padStart(4, "0")}-`);
      expect.soft(index).toContain(`| ${number} | [${title}](${path.slice("docs/decisions/".length)}) | ${date} |`);
      expect.soft(text.trimEnd().split("\n").length, path).toBeLessThanOrEqual(20);
      for (const part of ["Context", "Decision", "Price"]) expect.soft(text, path).toContain(`\n## ${part}\n`);
    }
    for (const [, number, words = ""] of rows) expect.soft(words.length, number).toBeGreaterThan(10);
  });

  test("have the package version as the newest in the changelog, or none before the first release", () => {
    const headings = [...(documents.get("CHANGELOG.md") ?? "").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    if (released.version === "none" && headings[0] === "Unreleased") {
      expect(headings).toEqual(["Unreleased"]);
      return;
    }
    const [, newest] =
      /^(\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/.exec(headings.find((each) => each !== "Unreleased") ?? "") ?? [];
    expect(newest).toBe(packageFile.version);
  });
});

describe("tables of the documents", () => {
  test("docs/configuration.md has exactly the variables of the environment", () => {
    const names = firstCells("docs/configuration.md", "variable").flatMap(codes);
    expect(names.sort()).toEqual([...required, ...optional, "PORT", "SUPABASE_PORT"].sort());
  });

  test("docs/limits.md has every retention period, as in the code", () => {
    const listed = /^\| key \| kept .*\n.*\n((?:\|.*\n)+)/m.exec(documents.get("docs/limits.md") ?? "")?.[1] ?? "";
    const said = [...listed.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, key = "", kept]) => [key, kept]);
    expect(said).toEqual(Object.entries(retention).map(([key, period]) => [key, durationText(period)]));
  });

  test("docs/operate.md has exactly the fields and outcomes that the code can write", () => {
    const log = readFileSync("app/platform/log.ts", "utf8");
    const outcomes = [...log.matchAll(/^ {2}\| "([\w-]+)"/gm)].map(([, outcome = ""]) => outcome);
    const fields = [...log.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field = ""]) => field);
    expect(firstCells("docs/operate.md", "outcome").flatMap(codes).sort()).toEqual(outcomes.sort());
    expect(firstCells("docs/operate.md", "field").flatMap(codes).sort()).toEqual(["time", ...fields].sort());
    expect([...writtenOutcomes()].sort(), "outcomes that the code writes").toEqual(outcomes.sort());
  });
});

/** The anchors that GitHub generates for a document's headings. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function linkedFrom(path: string): Set<string> {
  const links = [...(documents.get(path) ?? "").matchAll(/\]\(([^()\s#]+)(?:#[^()\s]*)?\)/g)];
  return new Set(links.map(([, file = ""]) => join(dirname(path), file)));
}

/** The first cells of all tables with this first heading. */
function firstCells(path: string, heading: string): string[] {
  const cellOf = (line: string) => line.split("|")[1]?.trim() ?? "";
  const tables = (documents.get(path) ?? "").split("\n\n").map((part) => part.split("\n").map(cellOf));
  return tables.filter(([first]) => first === heading).flatMap(([, , ...cells]) => cells);
}

const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** The outcomes of all `log` calls in the code. */
function writtenOutcomes(): Set<string> {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const calls = files.flatMap((name) => [
    ...readFileSync(join("app", name), "utf8").matchAll(/\blog\(\{[\s\S]*?\boutcome: ([^,}]+)/g),
  ]);
  const named = calls.flatMap(([, expression = ""]) => [...expression.matchAll(/(?:^|[?:])\s*"([\w-]+)"/g)]);
  return new Set(named.map(([, outcome = ""]) => outcome));
}

describe("docs/operate.md", () => {
  test("has the doctor's checks in order, each with what is wrong when it says so", () => {
    const table =
      /^\| check \|.*\n\|[-|]+\|\n((?:\|.*\|\n)+)/m.exec(readFileSync("docs/operate.md", "utf8"))?.[1] ?? "";
    const cells = table
      .trimEnd()
      .split("\n")
      .map((row) => row.slice(2, -2).split(" | "));
    expect(cells.map(([title]) => title)).toEqual(checks.map(({ title }) => title));
    for (const [title, ...meaning] of cells) expect.soft(meaning.join().length, title).toBeGreaterThan(5);
  });
});

/** The output of dry runs of set-up and releases, which do not access the network. */
function dryRuns(): string[] {
  const lines = ["setup.ts --samples", "release.ts", "release.ts back"].flatMap((command) =>
    ["staging", "production"].map((environment) => `${command} --env ${environment} --dry-run`),
  );
  return lines.map((line) => {
    const [file = "", ...args] = line.split(" ");
    return execFileSync(process.execPath, [`scripts/${file}`, ...args], { encoding: "utf8", env: {} });
  });
}

describe("the commands in documents and dry runs", () => {
  const dryTexts = dryRuns();
  const texts = [...documents.values(), ...dryTexts].map((text) => text.replaceAll("\\\n", ""));
  const named = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name)));

  test("are npm scripts whose programs exist", () => {
    const scripts: Record<string, string> = packageFile.scripts;
    const names = named(/\bnpm (?:run )?((?<=run )[\w:-]+|start\b|test\b)/g);
    expect(names).toContain("deploy");
    for (const name of names) {
      expect.soft(Object.keys(scripts)).toContain(name);
      const [program = "", file = ""] = (scripts[name] ?? "").split(" ");
      expect.soft(existsSync(program === "node" ? file : `node_modules/.bin/${program}`), name).toBe(true);
    }
  });

  test("include the set-up steps listed in docs/deploy.md", () => {
    const [staging = ""] = dryTexts;
    const titles = [...staging.matchAll(/^\d+\. (.+)$/gm)].map(([, title]) => title);
    expect(titles.length).toBeGreaterThan(5);
    expect(firstCells("docs/deploy.md", "step")).toEqual(titles);
  });

  test("are valid wrangler commands and options", () => {
    const commands = named(/(?<=[`\n]|npx )wrangler ([a-z](?:(?! {3})[^`\n])*)/g);
    expect(commands).toContain("versions list --env production");
    expect(commands).toContain("secret bulk --env staging");
    expect(commands).toContain("versions deploy NEW_VERSION@0% OLD_VERSION@100% --yes --env production");
    for (const command of commands)
      expect.soft(() => parseWrangler(command.replaceAll(/"[^"]*"/g, "text").split(" ")), command).not.toThrow();
  });

  test("of Supabase have --remote, without which they would use a local stack", () => {
    const commands = named(/npm run supabase -- ((?:db|migration) [^`\n]*)/g);
    expect(commands.size).toBeGreaterThan(3);
    for (const command of commands) expect.soft(command).toMatch(/ --remote(=("\$DATABASE_URL"|\w+))?( |$)/);
  });
});

/** @throws Error unless wrangler knows the command and all its options and accepts the positional arguments */
function parseWrangler(words: string[]): void {
  const { registry, globalFlags } = experimental_getWranglerCommands();
  let node = registry;
  let depth = 0;
  for (let next = node.subtree.get(words[0] ?? ""); next; next = node.subtree.get(words[depth] ?? "")) {
    node = next;
    depth += 1;
  }
  if (node.definition?.type !== "command") throw new Error("There is no such command.");
  const { args = {}, positionalArgs = [] } = node.definition;
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  const known: Record<string, { type?: string; alias?: string | readonly string[]; array?: boolean }> = {
    ...globalFlags,
    ...args,
  };
  for (const [name, { type, alias }] of Object.entries(known)) {
    const short = [alias].flat().find((each) => each?.length === 1);
    options[name] = { type: type === "boolean" ? "boolean" : "string", ...(short ? { short } : {}) };
  }
  const { positionals } = parseArgs({ args: words.slice(depth), options, allowPositionals: true });
  const takesMany = positionalArgs.some((name) => known[name]?.array);
  if (!takesMany && positionals.length > positionalArgs.length)
    throw new Error(`${positionals.join(" ")}: too many words`);
}
