import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInLimit } from "../../app/features/sign-in/sign-in-limit.ts";
import { freePort, project, type Service, startService } from "../../harness/processes.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { signIn, Visitor } from "./client.ts";
import { databaseTemplate } from "./tables.ts";

/** The built Worker, to compare with `npm run dev` on the same database. */
let stack: Stack;
let server: Service;
let development: string;
const folder = mkdtempSync(join(tmpdir(), "community-development-"));
beforeAll(async () => {
  const port = await freePort();
  development = `http://localhost:${port}`;
  stack = await startStack(databaseTemplate());
  const env = { ...process.env, ...stack.settings, SITE_ORIGIN: development };
  const args = ["vite:dev", "--port", String(port), "--strictPort"];
  const isUp = async () => (await fetch(`${development}/healthz`)).ok;
  const remix = join(project, "node_modules/.bin/remix");
  server = await startService("The development server", remix, args, env, join(folder, "log"), isUp);
});
afterAll(async () => {
  await Promise.all([server?.stop(), stack?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const ask = (site: string, path: string, method = "GET", headers: Record<string, string> = {}) =>
  fetch(site + path, { method, headers, redirect: "manual", ...(method === "POST" ? { body: "" } : {}) });

/** Headers that differ by server, by the moment, and by the style sheet, which Vite does not minify. */
const own = ["date", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "etag"];
function shown({ status, headers }: Response, site: string) {
  const kept = [...headers].filter(([name]) => !own.includes(name));
  const text = JSON.stringify(Object.fromEntries(kept.sort()));
  return { status, headers: text.replaceAll(site, "").replace(/sha256-[^']+|visitor=\w+/g, "") };
}

test.each([
  ["a page with its Content-Security-Policy", "GET", "/about", {}],
  ["a visitor's cookie", "GET", "/education", {}],
  ["health", "GET", "/healthz?deep", {}],
  ["a file of ours", "GET", "/robots.txt", {}],
  ["another spelling", "GET", "/About/", {}],
  ["a path that looks like another host", "GET", "//evil.example/", {}],
  ["no page", "GET", "/nowhere", {}],
  ["bare data", "GET", "/about.data", {}],
  ["the admin area", "GET", "/admin/events", {}],
  ["a method that is not taken", "PUT", "/contact", {}],
  ["a question about methods", "OPTIONS", "/contact", { Origin: "https://evil.example" }],
  ["a form for a page without one", "POST", "/about", form],
  ["a form from another site", "POST", "/contact", { ...form, Origin: "https://evil.example" }],
  ["a form of no site", "POST", "/contact", { ...form, Origin: "null" }],
  ["no form", "POST", "/contact", { "Content-Type": "application/json" }],
  ["an empty form", "POST", "/contact", form],
])("%s gets the same response as from the built Worker: %s %s", async (_what, method, path, headers) => {
  const [ours, built] = await Promise.all(
    [development, stack.url].map(async (site) => shown(await ask(site, path, method, headers), site)),
  );
  expect(ours).toEqual(built);
  expect(ours?.headers).toContain("strict-transport-security");
});

test("a page with islands loads the scripts that hydrate them, after the HMR runtime that Remix requires", async () => {
  const admin = await signIn(new Visitor(development));
  const { body } = await admin.get("/admin/articles/new");
  const scripts = new Set([...body.matchAll(/<script type="module" src="([^"]*)"/g)].map(([, source = ""]) => source));
  const runtime = "/@id/__x00__virtual:remix/inject-hmr-runtime";
  expect([...scripts]).toEqual(["/@vite/client", runtime, "/app/entry.client.ts"]);
  const islands = ["articles/article-tools", "education/tab-order"].map((name) => `/app/features/${name}.island.tsx`);
  for (const script of [...scripts, ...islands]) expect.soft((await ask(development, script)).status, script).toBe(200);
});

test("a form beyond the rate limit is refused with 429, Retry-After and an explanation", async () => {
  const answers: Response[] = [];
  // Twice the limit, since a new minute may begin a new count meanwhile.
  for (let count = 0; count <= 2 * signInLimit.perMinute; count += 1)
    answers.push(await ask(development, "/admin/login", "POST", form));
  expect(answers[0]?.status).toBe(422);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("Retry-After")).toBe("60");
  expect(await refused?.text()).toContain(signInLimit.refusal.text);
});

test("a page has its style sheet, as has one of the admin area, and reloads on save", async () => {
  const page = await (await ask(development, "/about")).text();
  expect(page).toMatch(/<style>[^<]{1000}/);
  const signIn = await (await ask(development, "/admin/login")).text();
  const [, sheet = ""] = /<link rel="stylesheet" href="([^"]*)"/.exec(signIn) ?? [];
  const styles = await fetch(new URL(sheet, development), { headers: { Accept: "text/css,*/*;q=0.1" } });
  expect(styles.headers.get("Content-Type")).toBe("text/css");
  expect(await styles.text()).toContain(":root:has(.admin)");
  expect(page).toContain('<script type="module" src="/@vite/client"');
  expect((await ask(development, "/@vite/client")).status).toBe(200);
});
