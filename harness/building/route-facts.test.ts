import { expect, it } from "vitest";
import { buildOf } from "../../app/front-door/build.fixture.ts";
import { factsOf } from "./route-facts.ts";

it("what is known of a route before it is loaded is its handle, and whether it takes forms and is a page", async () => {
  const handle = { cache: { alone: ["t"] } };
  const { routes } = buildOf({ page: { handle, default: () => null }, form: { action: () => null } });
  expect(await factsOf(routes)).toEqual({ root: {}, page: { handle, isPage: true }, form: { hasAction: true } });
});

it.each([
  ["a function", { cache: { alone: () => [] } }],
  ["a date", { cache: { until: new Date(0) } }],
  ["an expression", { secretFields: /code/ }],
  ["nothing", { section: undefined }],
])("a handle with %s fails the build", async (_what, handle) => {
  const { routes } = buildOf({ page: { handle } });
  await expect(factsOf(routes)).rejects.toThrow("The handle of page is not plain data.");
});
