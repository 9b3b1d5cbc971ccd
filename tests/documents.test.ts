import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { describe, expect, test } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import sections from "./asvs-requirements.json" with { type: "json" };

/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0, in the order of the standard. */
const requirements = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.map((number) => `V${section}.${number}`),
);

const asvs = readFileSync("docs/asvs.md", "utf8");
const rows = [...asvs.matchAll(/^\| (V[^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(([, ids = "", stands = "", how = ""]) => ({
  ids: ids.split(", ").flatMap(between),
  stands,
  how,
}));

/** "V1.2.6–V1.2.8" stands for what lies between, both ends included. */
function between(range: string): string[] {
  const [first = "", last = first] = range.split("–");
  const [from, to] = [requirements.indexOf(first), requirements.indexOf(last)];
  if (from < 0 || to < from) throw new Error(`${range} is no range of requirements`);
  return requirements.slice(from, to + 1);
}

describe("docs/asvs.md", () => {
  test("has every requirement of levels 1 and 2 once, in the order of the standard", () => {
    expect(requirements).toHaveLength(253);
    const order = (id: string) => requirements.indexOf(id);
    const listed = rows.flatMap(({ ids }) => ids);
    expect(listed.toSorted((a, b) => order(a) - order(b))).toEqual(requirements);
  });

  test("says of each how it stands, in one of six words", () => {
    for (const { ids, stands, how } of rows) {
      expect.soft(stands, ids.join()).toMatch(/^(holds|platform|operator|partly|no|n\/a)$/);
      expect.soft(how.trim().length, ids.join()).toBeGreaterThan(5);
    }
  });
});

describe("the documents", () => {
  test.each([
    "README.md",
    "SECURITY.md",
    "docs/asvs.md",
    "docs/operate.md",
    "docs/faults.md",
    "docs/scale.md",
    "docs/look.md",
    "docs/speed.md",
    "docs/accessibility.md",
  ])("%s names no file that is not there", (document) => {
    const named = [
      ...readFileSync(document, "utf8").matchAll(
        /`((?:app|docs|harness|public|scripts|supabase|tests|tools)\/[\w./-]+\.\w+)`/g,
      ),
    ];
    for (const [, file = ""] of named) expect.soft(existsSync(file), file).toBe(true);
  });
});

describe("the commands that the documents name", () => {
  const documents = ["README.md", "SECURITY.md", ...readdirSync("docs").map((name) => `docs/${name}`)];
  const texts = documents
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(name, "utf8").replaceAll("\\\n", ""));
  const named = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name)));

  test("are scripts of npm, whose programs exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const names = named(/\bnpm (?:run )?((?<=run )[\w:-]+|start\b|test\b)/g);
    expect(names).toContain("deploy");
    for (const name of names) {
      const [program = "", file = ""] = (scripts[name] ?? "").split(" ");
      expect.soft(existsSync(program === "node" ? file : `node_modules/.bin/${program}`), name).toBe(true);
    }
  });

  test("are commands of wrangler, with these options", () => {
    const commands = named(/(?<=[`\n]|npx )wrangler ([a-z][^`\n]*)/g);
    expect(commands).toContain("versions list --env production");
    for (const command of commands)
      expect.soft(() => parseWrangler(command.replaceAll(/"[^"]*"/g, "text").split(" ")), command).not.toThrow();
  });

  test("of Supabase mean the hosted project: without --remote they mean a stack on this machine", () => {
    const commands = named(/npm run supabase -- ((?:db|migration) [^`\n]*)/g);
    expect(commands.size).toBeGreaterThan(5);
    for (const command of commands) expect.soft(command).toMatch(/ --remote(="\$DATABASE_URL")?( |$)/);
  });
});

/** @throws Error unless wrangler has the command, each option and room for what else is said */
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
  const known: Record<string, { type?: string; alias?: string | readonly string[] }> = { ...globalFlags, ...args };
  for (const [name, { type, alias }] of Object.entries(known)) {
    const short = [alias].flat().find((each) => each?.length === 1);
    options[name] = { type: type === "boolean" ? "boolean" : "string", ...(short ? { short } : {}) };
  }
  const { positionals } = parseArgs({ args: words.slice(depth), options, allowPositionals: true });
  if (positionals.length > positionalArgs.length) throw new Error(`${positionals.join(" ")}: too many words`);
}
