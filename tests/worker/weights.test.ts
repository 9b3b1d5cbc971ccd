import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brotliBytes, weighScripts, weighWorker } from "../../harness/building/weights.ts";
import { framedPage } from "../../harness/public-pages.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { adminRoutes } from "./admin-routes.ts";
import { signIn, Visitor } from "./client.ts";
import { sitePages } from "./site-map.ts";
import { databaseTemplate } from "./tables.ts";

// What a connection may send before it has to wait for the first acknowledgment from the phone: ten packets of 1,460
// bytes, minus the headers of the response.
const flight = 14 * 1024; // bytes
const libraryCode = /react|@remix-run|__remix|hydrate/i;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

/** The names of a script and of everything that it may load. */
function loadedBy(start: string): Set<string> {
  const names = weighScripts().map(({ name }) => name);
  const found = new Set(names.filter((name) => name.startsWith(`${start}-`)));
  for (const name of found) {
    const text = readFileSync(join("build/client/assets", name), "utf8");
    for (const other of names) if (text.includes(other)) found.add(other);
  }
  return found;
}

/** The names of the scripts that come with an island: what hydrates it, the island itself, and what the two import. */
function broughtBy(island: string): Set<string> {
  const names = weighScripts().map(({ name }) => name);
  const found = new Set(
    names.filter((name) => name.startsWith("entry.client-") || name.startsWith(`${island}.island-`)),
  );
  for (const name of found) {
    const text = readFileSync(join("build/client/assets", name), "utf8");
    for (const [, imported = ""] of text.matchAll(/(?:from|import)"\.\/([^"]*)"/g)) found.add(imported);
  }
  return found;
}

describe("what a browser gets", () => {
  test.each([...sitePages.map(({ path }) => path), framedPage, "/no-such-page"])(
    "%s fits in the first flight of a connection, with its style sheet",
    async (path) => {
      const { body } = await new Visitor(stack.url).get(path);
      expect(body).toContain("</style>");
      expect(brotliBytes(body)).toBeLessThanOrEqual(flight);
    },
  );

  test.each(sitePages.map(({ path }) => path))("%s loads no script but enhance, and no framework", async (path) => {
    const { body } = await new Visitor(stack.url).get(path);
    const scripts = [...body.matchAll(/<script[^>]*\bsrc="([^"]*)"/g)].map(([, source]) => source);
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/enhance-[\w-]+\.js$/)]);
    expect(body).not.toMatch(/modulepreload|__remix/);
  });

  test("the scripts for visitors have at most 3,000 bytes in total, and contain no framework", () => {
    const ofVisitors = weighScripts().filter(({ name }) => /^(enhance|particles)-/.test(name));
    expect(ofVisitors).toHaveLength(2);
    expect(ofVisitors.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)).toBeLessThanOrEqual(3000);
    const ofIslands = loadedBy("entry.client");
    for (const { name } of weighScripts().filter(({ name }) => !ofIslands.has(name)))
      expect.soft(readFileSync(join("build/client/assets", name), "utf8"), name).not.toMatch(libraryCode);
  });

  test.each([
    ["the editor of articles", ["article-tools", "article-preview"], 90_000],
    ["an issue", ["pasted-document"], 56_000],
    ["the order of tabs", ["tab-order"], 56_000],
    ["the order of resources", ["resource-order"], 56_000],
  ])("%s loads the scripts of %j, including React: at most %i bytes", (_what, islands, most) => {
    const names = new Set(islands.flatMap((island) => [...broughtBy(island)]));
    const brought = weighScripts().filter(({ name }) => names.has(name));
    for (const island of islands)
      expect(brought.map(({ name }) => name)).toContainEqual(expect.stringMatching(`^${island}\\.island-`));
    const bytes = brought.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
    expect(bytes).toBeGreaterThan(40_000);
    expect(bytes).toBeLessThanOrEqual(most);
  });

  test("pages of the admin area load React only where there is an island", async () => {
    const admin = await signIn(new Visitor(stack.url));
    const withReact: string[] = [];
    const ordered = { path: "/admin/resources?tab=media", pattern: "/admin/resources?tab=media" };
    for (const { path, pattern } of [...(await adminRoutes()), ordered]) {
      const { body } = await admin.get(path);
      expect.soft(body.includes("data-island="), path).toBe(body.includes("/assets/entry.client-"));
      if (body.includes("/assets/entry.client-")) withReact.push(pattern);
    }
    const expected = ["/admin/articles/new", "/admin/issues/new", "/admin/resources?tab=media", "/admin/tabs"];
    expect(withReact.sort()).toEqual(expected);
  });
});

describe("what Cloudflare gets", () => {
  const worker = weighWorker();

  test.each([
    ["in all", worker.gzipBytes, 300, 700],
    ["at its start", worker.startGzipBytes, 50, 160],
    ["with Home", worker.homeGzipBytes, 60, 190],
  ])("is a Worker that has %s, compressed, %i bytes: at least %i KiB and at most %i", (_what, bytes, least, most) => {
    expect(bytes).toBeGreaterThan(least * 1024);
    expect(bytes).toBeLessThanOrEqual(most * 1024);
  });

  test("has no part of a library that the build leaves out", () => {
    const names = worker.libraries.map(({ name }) => name);
    expect(names).toContain("react-dom");
    for (const name of [
      "@supabase/auth-js",
      "@supabase/functions-js",
      "@supabase/realtime-js",
      "@supabase/phoenix",
      "iceberg-js",
      "turbo-stream",
      "scheduler",
      "@remix-run/cloudflare",
      "@web3-storage/multipart-parser",
    ])
      expect.soft(names).not.toContain(name);
  });
});
