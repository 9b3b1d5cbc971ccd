import { expect, it } from "vitest";
import { run } from "./processes.ts";

it("node is the binary that runs this process", async () => {
  expect((await run("node", ["--print", "process.execPath"])).trim()).toBe(process.execPath);
});
