import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { likeLimit } from "../features/likes/like-limit.ts";
import { signInLimit } from "../features/sign-in/sign-in-limit.ts";
import { formsLimit, isWithinLimit, rateLimits } from "./limits.ts";

describe("a limit", () => {
  /** A binding that lets `most` requests of each key pass, as Cloudflare's does. */
  const counter = (most: number) => {
    const counts = new Map<string, number>();
    return {
      counts,
      async limit({ key }: { key: string }) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return { success: (counts.get(key) ?? 0) <= most };
      },
    };
  };

  it("counts each address separately and only in its own binding", async () => {
    const bindings = { FORMS: counter(2), LIKES: counter(9), SIGN_IN: counter(9) };
    const answers = [];
    for (const key of ["a", "a", "a", "b"]) answers.push(await isWithinLimit(bindings, formsLimit, key));
    expect(answers).toEqual([true, true, false, true]);
    expect([bindings.LIKES.counts.size, bindings.SIGN_IN.counts.size]).toEqual([0, 0]);
  });

  it("is shared by all visitors without a readable address", async () => {
    const bindings = { SIGN_IN: counter(1) };
    expect(await isWithinLimit(bindings, signInLimit, null)).toBe(true);
    expect(await isWithinLimit(bindings, signInLimit, null)).toBe(false);
  });

  it.each([
    ["without the binding", {}],
    ["with a variable of the same name", { LIKES: "300" }],
    ["when the counter fails", { LIKES: { limit: () => Promise.reject(new Error("gone")) } }],
  ])("lets everything pass %s", async (_, bindings) => {
    expect(await isWithinLimit(bindings, likeLimit, "a")).toBe(true);
  });
});

describe("wrangler.toml", () => {
  const text = readFileSync("wrangler.toml", "utf8");
  const found = [
    ...text.matchAll(
      /^\[\[(?:env\.(\w+)\.)?ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "(\d+)"\nsimple = \{ limit = (\d+), period = (\d+) \}$/gm,
    ),
  ].map(([, environment = "", name, space, limit, period]) => ({ environment, name, space, limit, period }));

  it.each(["", "staging", "production"])("binds every limit with its number in the environment “%s”", (environment) => {
    const bound = found.filter((each) => each.environment === environment);
    expect(Object.fromEntries(bound.map(({ name, limit, period }) => [name, `${limit} in ${period} s`]))).toEqual(
      Object.fromEntries(rateLimits.map((each) => [each.binding, `${each.perMinute} in 60 s`])),
    );
  });

  it("has a separate namespace for every limit of every environment", () => {
    expect(found).toHaveLength(18);
    expect(new Set(found.map(({ space }) => space)).size).toBe(18);
  });

  it("sets no CPU limit, which Workers Free refuses, and has that of Workers Paid in a comment", () => {
    for (const env of [undefined, "staging", "production"])
      expect(unstable_readConfig({ config: "wrangler.toml", env }).limits).toBeUndefined();
    const folder = mkdtempSync(join(tmpdir(), "limits-"));
    const config = join(folder, "wrangler.toml");
    writeFileSync(config, text.replace("#[limits]\n#cpu_ms", "[limits]\ncpu_ms"));
    try {
      for (const env of ["staging", "production"])
        expect(unstable_readConfig({ config, env }).limits).toEqual({ cpu_ms: 1000 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
