import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { withSetting, workerVariables } from "./wrangler-file.ts";

const text = readFileSync("wrangler.toml", "utf8");

/** What wrangler reads from this text. */
function readBy(changed: string, env: string) {
  const folder = mkdtempSync(join(tmpdir(), "wrangler-file-"));
  try {
    writeFileSync(join(folder, "wrangler.toml"), changed);
    return unstable_readConfig({ config: join(folder, "wrangler.toml"), env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it("reads the variables of one environment", () => {
  expect(Object.keys(workerVariables(text, "staging"))).toEqual(["SITE_ORIGIN", "SUPABASE_URL"]);
  expect(workerVariables(text, "staging").SITE_ORIGIN).not.toBe(workerVariables(text, "production").SITE_ORIGIN);
});

it("changes exactly one line", () => {
  const changed = withSetting(text, "variables", "production", "SITE_ORIGIN", '"https://hawaii.test"');
  const [before, after] = [text.split("\n"), changed.split("\n")];
  const differing = after.filter((line, index) => line !== before[index]);
  expect(differing).toEqual(['SITE_ORIGIN = "https://hawaii.test"']);
  expect(workerVariables(changed, "production").SITE_ORIGIN).toBe("https://hawaii.test");
  expect(workerVariables(changed, "staging")).toEqual(workerVariables(text, "staging"));
});

it("adds a missing line that wrangler reads only for that environment, and changes it the next time", () => {
  const routes = (host: string) => `[{ pattern = "${host}", custom_domain = true }]`;
  const first = withSetting(text, "environment", "production", "routes", routes("hawaii.test"));
  const second = withSetting(first, "environment", "production", "routes", routes("new.hawaii.test"));
  expect(readBy(first, "production").routes).toEqual([{ pattern: "hawaii.test", custom_domain: true }]);
  expect(readBy(second, "production").routes).toEqual([{ pattern: "new.hawaii.test", custom_domain: true }]);
  expect(readBy(second, "staging").routes).toBeUndefined();
  expect(readBy(second, "production").vars).toEqual(readBy(text, "production").vars);
});

it("writes a setting for all environments at the top", () => {
  const changed = withSetting(text, "top", "staging", "account_id", '"0123"');
  for (const env of ["staging", "production"]) expect(readBy(changed, env).account_id).toBe("0123");
  expect(withSetting(changed, "top", "staging", "account_id", '"0123"')).toBe(changed);
});

it("names a missing section, and refuses to change a setting with several lines", () => {
  expect(() => withSetting(text, "variables", "testing", "SITE_ORIGIN", '"x"')).toThrow("[env.testing.vars]");
  const own = text.replace("[env.production]\n", '[env.production]\nroutes = [\n  "hawaii.test/*"\n]\n');
  expect(() => withSetting(own, "environment", "production", "routes", "[]")).toThrow('"routes" has several lines');
});
