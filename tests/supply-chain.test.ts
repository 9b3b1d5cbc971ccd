import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { billOfMaterials } from "../harness/building/bill-of-materials.ts";
import { project } from "../harness/processes.ts";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
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
  link?: boolean;
}
interface Minimum {
  package: string;
  /** the first version that the row is about; rows without it are about all */
  from?: string;
  minimum: string;
  advisory: string;
  why: string;
}
/** When somebody last looked for advisories, and about which packages: `packages` is `digestOf` the lock file of that day. */
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
const installed = Object.entries(lock).filter(([path, { link }]) => path !== "" && !link);

/** Negative when `one` is the older; a pre-release is older than its release. */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => (version.split(/[-+]/)[0] ?? "").split(".").map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  const at = [0, 1, 2].find((place) => a[place] !== b[place]);
  if (at !== undefined) return (a[at] ?? 0) - (b[at] ?? 0);
  return Number(other.includes("-")) - Number(one.includes("-"));
}

/** SHA-256 of the names and versions of all packages: another one when a package comes, goes or changes. */
function digestOf(packages: [path: string, Pick<Locked, "version">][]): string {
  const names = packages.map(([path, { version }]) => `${nameOf(path)}@${version}\n`);
  return createHash("sha256")
    .update([...new Set(names)].sort().join(""))
    .digest("hex");
}

/** What is wrong with the day of the check; nothing comes to be wrong with it by the passing of time. */
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

describe("what is installed", () => {
  it("is named by exact versions, but for packages that hold nothing but types", () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([name, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) && !name.startsWith("@types/"))
      .map(([name, version]) => `${name} ${version}`);
    expect(loose).toEqual([]);
  });

  it("is locked: each package has one version and the digest of its content", () => {
    expect(installed.length).toBeGreaterThan(500);
    const open = installed.filter(([, { version, integrity }]) => !version || !/^sha512-/.test(integrity ?? ""));
    expect(open.map(([path]) => path)).toEqual([]);
  });

  it("comes from a registry alone: no address of a repository, a file or a plain server", () => {
    const elsewhere = installed.filter(([, { resolved = "https:" }]) => !resolved.startsWith("https:"));
    expect(elsewhere.map(([path]) => path)).toEqual([]);
    const all = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(all.filter((version) => /[:/]/.test(version))).toEqual([]);
  });

  it("follows the overrides that mend what a framework pins", () => {
    expect(manifest.overrides).toMatchObject({ "@remix-run/router": "1.23.4", "react-router": "6.30.6" });
    for (const [name, version] of Object.entries(manifest.overrides)) {
      if (typeof version !== "string") continue;
      const versions = installed.filter(([path]) => nameOf(path) === name).map(([, each]) => each.version);
      expect(new Set(versions), name).toEqual(new Set([version]));
    }
    expect(installed.filter(([path]) => nameOf(path) === "workerd")).toHaveLength(1);
  });

  it("allows install scripts by name, and only to packages that are there", () => {
    const names = new Set(installed.map(([path]) => nameOf(path)));
    expect(Object.keys(manifest.allowScripts).filter((name) => !names.has(name))).toEqual([]);
  });

  it("is what advisories were looked for about, on the day that the table names", () => {
    expect(overdue(table.checked, { packages: digestOf(installed), at: new Date() })).toEqual([]);
  });

  it("has no older version than the table of advisories allows", () => {
    expect(tooOld(installed, table)).toEqual([]);
  });

  it("has an exception of the table only where one is still needed, each with its reason", () => {
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
  ])("version %s, as it should: %i", (version, faults) => {
    expect(found("node_modules/router", version)).toBe(faults);
  });

  it("a copy inside another package, and lets the accepted one pass alone", () => {
    const accepted = [{ path: "node_modules/a/node_modules/router", advisory: "CVE-2026-1", why: "" }];
    expect(found("node_modules/a/node_modules/router", "1.0.0")).toBe(1);
    expect(found("node_modules/a/node_modules/router", "1.0.0", accepted)).toBe(0);
    expect(found("node_modules/b/node_modules/router", "1.0.0", accepted)).toBe(1);
    expect(found("node_modules/my-router", "1.0.0")).toBe(0);
  });
});

describe("a table of advisories that was checked", () => {
  const packages: [string, { version: string }][] = [
    ["node_modules/a", { version: "1.0.0" }],
    ["node_modules/b/node_modules/@c/d", { version: "2.0.0" }],
  ];
  const now = { packages: digestOf(packages), at: new Date("2030-01-01T00:00:00Z") };

  it("is good for as long as the packages are the same, however much time passes", () => {
    for (const on of ["2026-11-21", "2030-01-01"]) expect(overdue({ on, packages: now.packages }, now)).toEqual([]);
    const again = digestOf([...packages].reverse());
    expect(overdue({ on: "2026-11-21", packages: again }, now)).toEqual([]);
  });

  it.each([
    ["comes", [...packages, ["node_modules/e", { version: "1.0.0" }]]],
    ["goes", packages.slice(1)],
    ["changes", [["node_modules/a", { version: "1.0.1" }], ...packages.slice(1)]],
  ] as [string, typeof packages][])("is to be checked again when a package %s", (_, installedNow) => {
    const faults = overdue({ on: "2026-11-21", packages: now.packages }, { ...now, packages: digestOf(installedNow) });
    expect(faults).toEqual([expect.stringContaining(digestOf(installedNow))]);
  });

  it.each(["2030-01-02", "2026-02-30", "2026-11", "today", ""])("was not checked on %j", (on) => {
    expect(overdue({ on, packages: now.packages }, now)).toHaveLength(1);
  });
});

describe("the software bill of materials", () => {
  it("lists every package that is deployed and the Node binary, without asking anybody", {
    timeout: 30_000,
  }, async () => {
    const bom = await billOfMaterials();
    expect([bom.bomFormat, bom.specVersion]).toEqual(["CycloneDX", "1.5"]);
    expect(bom.metadata.component.name).toBe("hawaii-blockchain-community");
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
    const deployed = installed.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    expect(deployed.length).toBeGreaterThan(30);
    expect(listed).toEqual(expect.arrayContaining(deployed.map(([path, { version }]) => `${nameOf(path)}@${version}`)));
    expect(listed).toEqual(expect.arrayContaining(Object.entries(manifest.dependencies).map((each) => each.join("@"))));
    expect(listed).not.toContain(`vitest@${manifest.devDependencies.vitest}`);
    const node = bom.components.find(({ name }) => name === "node");
    expect(node).toMatchObject({ type: "platform", version: process.versions.node });
    expect(node?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{64}$/);
  });
});
