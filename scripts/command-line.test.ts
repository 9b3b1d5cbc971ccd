import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const admin = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/admin.ts", ...args], { encoding: "utf8", env: {} });

it("--help says how a command is used", () => {
  const { status, stdout, stderr } = admin("--help");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^npm run admin -- add/);
});

it("an option that there is not is named above that, without a stack trace", () => {
  const { status, stderr } = admin("list", "--envv");
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--envv'.*\n\nnpm run admin -- add/);
  expect(stderr).not.toMatch(/^ +at /m);
});

it("every command of an operator reads its command line so", () => {
  const readsArguments = (file: string) => /parseArgs\(|process\.argv/.test(readFileSync(file, "utf8"));
  // Supabase's command line gets its options as they are, --check of the types is for npm test, and migrations are for who changes the schema.
  const others = [
    "scripts/command-line.ts",
    "scripts/database-types.ts",
    "scripts/migration.ts",
    "scripts/supabase.ts",
  ];
  expect(globSync("scripts/*.{ts,mjs}").filter(readsArguments).sort()).toEqual(others);
});
