import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const admin = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/admin.ts", ...args], { encoding: "utf8", env: {} });

it("prints the usage of a command with --help", () => {
  const { status, stdout, stderr } = admin("--help");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^npm run admin -- add/);
});

it("names an unknown option above the usage, without a stack trace", () => {
  const { status, stderr } = admin("list", "--envv");
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--envv'.*\n\nnpm run admin -- add/);
  expect(stderr).not.toMatch(/^ +at /m);
});

it.each(["start", "dev", "database", "reset", "released"])(
  "does nothing but print the usage of %s with --help",
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), "usage-"));
    try {
      const script = resolve(`scripts/${name}.ts`);
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--help"], {
        cwd: folder,
        encoding: "utf8",
        env: {},
      });
      expect([status, stderr, readdirSync(folder)]).toEqual([0, "", []]);
      expect(stdout).toContain(name === "start" ? "npm start " : `npm run ${name} `);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it("lets no operator command parse its arguments without readCommandLine", () => {
  const readsArguments = (file: string) => /parseArgs\(|process\.argv/.test(readFileSync(file, "utf8"));
  // Exceptions: supabase.ts passes its options through, database-types.ts --check is for npm test, and migration.ts is
  // for people who change the schema.
  const others = [
    "scripts/command-line.ts",
    "scripts/database-types.ts",
    "scripts/migration.ts",
    "scripts/supabase.ts",
  ];
  expect(globSync("scripts/*.{ts,mjs}").filter(readsArguments).sort()).toEqual(others);
});
