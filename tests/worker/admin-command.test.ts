import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bin, freePort, project } from "../../harness/processes.ts";
import { createDatabase, dropDatabase } from "../../harness/serving/databases.ts";
import { testSettings } from "../../harness/serving/stack.ts";
import { databaseTemplate } from "./tables.ts";

let data: string;
/** where .dev.vars may be written */
const cwd = mkdtempSync(join(tmpdir(), "admin-command-"));
beforeAll(async () => {
  data = await createDatabase(databaseTemplate());
});
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await dropDatabase(data);
});

/** Runs `npm run admin -- …` without a terminal. */
async function admin(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...testSettings, SUPABASE_DATA: data, SUPABASE_PORT: String(await freePort()) };
  return new Promise((done) => {
    const program = join(project, "scripts/admin.ts");
    const child = execFile(bin("node"), [program, ...args], { env, cwd }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    child.stdin?.end();
  });
}

test("npm run admin names its database, and lists an owner with the day since when", async () => {
  const { code, output } = await admin("list");
  expect(code).toBe(0);
  expect(output).toContain(`Database: that of this machine, ${data} (a deployed one: --env production)\n`);
  expect(output).toMatch(
    new RegExp(`^${testSettings.LOCAL_ADMIN_EMAIL} \\(owner, since \\d{4}-\\d\\d-\\d\\d\\)$`, "m"),
  );
});

test("npm run admin never uses the local database when a deployed one is requested", async () => {
  const { code, output } = await admin("list", "--env", "production");
  expect(code).toBe(1);
  expect(output).toBe("SUPABASE_URL in [env.production.vars] of wrangler.toml names no project: npm run setup.\n");
  expect((await admin("list", "--env", "elsewhere")).output).toContain("npm run admin -- list [--env");
});
