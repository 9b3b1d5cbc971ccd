import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const own = new URL(import.meta.url);
const program = `
  import { open } from "node:fs/promises";
  import { setTimeout as pause } from "node:timers/promises";
  const stream = async () => (await open(new URL("${own.href}"))).readableWebStream();
  await stream();
  process.stdout.write(await new Response(await stream()).text());
  for (let round = 0; round < 3; round += 1) {
    await pause(50);
    gc();
  }
`;

it("a file is closed before garbage collection finds it open, whether or not its stream is read", () => {
  const preload = new URL("close-files.ts", import.meta.url).href;
  const args = ["--expose-gc", "--import", preload, "--input-type=module", "--eval", program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(readFileSync(own, "utf8"));
});
