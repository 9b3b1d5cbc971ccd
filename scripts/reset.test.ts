import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
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

it("deletes nothing while the data is served on another port than the default", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reset-"));
  const served = createServer();
  try {
    await once(served.listen(0, "127.0.0.1"), "listening");
    const kept = join(folder, ".local/database/PG_VERSION");
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, "1");
    const { port } = served.address() as AddressInfo;
    writeFileSync(join(folder, ".local/processes.json"), JSON.stringify({ supabase: process.pid, supabasePort: port }));
    const env = { PATH: process.env.PATH, SUPABASE_PORT: String(await freePort()) };
    const answer = promisify(execFile)(process.execPath, [resolve("scripts/reset.ts")], { cwd: folder, env });
    await expect(answer).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("Stop npm start first") });
    expect(existsSync(kept)).toBe(true);
  } finally {
    served.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
