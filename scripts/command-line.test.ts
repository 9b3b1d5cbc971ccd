import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
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
