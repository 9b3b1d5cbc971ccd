import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

/** Runs `npm run release -- probe` on a site and returns its exit code and output. */
async function probe(origin: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["scripts/release.ts", "probe", origin]);
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, said: said.trim() };
}

it("a healthy site passes the release probes", async () => {
  expect(await probe(stack.url)).toEqual({ code: 0, said: "all well" });
});

it("a site whose database is down fails the release probes", async () => {
  await stack.stopSupabase();
  const { code, said } = await probe(stack.url);
  expect(code).toBe(1);
  expect(said).toContain("/healthz?deep answered 503, not 200");
});
