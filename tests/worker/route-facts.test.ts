import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entryName } from "../../harness/building/worker-bundle.ts";
import { builtRoutes } from "./built-routes.ts";

test("what the Worker knows of a route before it is loaded is what its module says", async () => {
  const [, table = ""] = /facts: (.*) \}\);/.exec(readFileSync(`build/server/${entryName}`, "utf8")) ?? [];
  const known = JSON.parse(table) as Record<string, object>;
  const routes = await builtRoutes();
  expect(Object.keys(known).length).toBeGreaterThan(100);
  for (const [id, { module }] of Object.entries(routes)) {
    const { handle = {}, hasAction = false, isPage = false } = (known[id] ?? {}) as Record<string, unknown>;
    const said = { handle: module.handle ?? {}, hasAction: "action" in module, isPage: "default" in module };
    expect({ handle, hasAction, isPage }, id).toEqual(said);
  }
  expect(Object.keys(known).sort()).toEqual(Object.keys(routes).sort());
});
