import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("refuses what is served, and all of the folder unless other data is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "process-file-"));
  const served = createServer();
  try {
    await once(served.listen(0, "127.0.0.1"), "listening");
    const { port: supabasePort } = served.address() as AddressInfo;
    mkdirSync(join(folder, ".local"));
    writeFileSync(
      join(folder, ".local/processes.json"),
      JSON.stringify({ supabase: process.pid, supabasePort, supabaseData: ".local/database" }),
    );
    const need = (...data: string[]) => {
      const script = `const { needDataUnused } = await import(${JSON.stringify(resolve("scripts/process-file.ts"))});
        await needDataUnused(...${JSON.stringify(data)});`;
      return promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder });
    };
    const refused = { stderr: expect.stringContaining(`Stop npm start first: it has this folder's data open`) };
    await expect(need(".local/database")).rejects.toMatchObject(refused);
    await expect(need()).rejects.toMatchObject(refused);
    await expect(need("postgres://localhost/of-a-test")).resolves.toBeDefined();
  } finally {
    served.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
