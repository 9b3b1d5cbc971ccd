import { expect, it } from "vitest";
import { run } from "./processes.ts";

it("node is the one that runs this, wherever it comes from", async () => {
  expect((await run("node", ["--print", "process.execPath"])).trim()).toBe(process.execPath);
});
