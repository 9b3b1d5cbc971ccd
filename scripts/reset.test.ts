import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../harness/processes.ts";

it("deletes the database, the pictures and the Worker's state, and keeps the project link", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reset-"));
  try {
    const files = [
      ".local/database/PG_VERSION",
      ".local/worker-state/kept",
      "supabase/.temp/storage/event-images/a.webp",
    ];
    for (const file of [...files, "supabase/.temp/project-ref"]) {
      mkdirSync(join(folder, file, ".."), { recursive: true });
      writeFileSync(join(folder, file), "1");
    }
    const env = { PATH: process.env.PATH, SUPABASE_PORT: String(await freePort()) };
    const said = execFileSync(process.execPath, [resolve("scripts/reset.ts")], { cwd: folder, env, encoding: "utf8" });
    expect(said).toContain("Emptied.");
    expect(files.filter((file) => existsSync(join(folder, file)))).toEqual([]);
    expect(existsSync(join(folder, "supabase/.temp/project-ref"))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
