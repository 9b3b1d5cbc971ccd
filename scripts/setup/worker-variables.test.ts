import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withWorkerVariable, workerVariables } from "./worker-variables.ts";

const text = readFileSync("wrangler.toml", "utf8");

it("reads the variables of one environment", () => {
  expect(Object.keys(workerVariables(text, "staging"))).toEqual(["SITE_ORIGIN", "SUPABASE_URL"]);
  expect(workerVariables(text, "staging").SITE_ORIGIN).not.toBe(workerVariables(text, "production").SITE_ORIGIN);
});

it("changes one line and no other", () => {
  const changed = withWorkerVariable(text, "production", "SITE_ORIGIN", "https://hawaii.test");
  const [before, after] = [text.split("\n"), changed.split("\n")];
  const differing = after.filter((line, index) => line !== before[index]);
  expect(differing).toEqual(['SITE_ORIGIN = "https://hawaii.test"']);
  expect(workerVariables(changed, "production").SITE_ORIGIN).toBe("https://hawaii.test");
  expect(workerVariables(changed, "staging")).toEqual(workerVariables(text, "staging"));
});

it("names what is not there", () => {
  expect(() => withWorkerVariable(text, "testing", "SITE_ORIGIN", "x")).toThrow("[env.testing.vars]");
  expect(() => withWorkerVariable(text, "staging", "NOTIFY_URL", "x")).toThrow('"NOTIFY_URL = …"');
});
