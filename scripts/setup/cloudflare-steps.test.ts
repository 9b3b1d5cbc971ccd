import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { runCommand } from "../command.ts";
import { type Site, type Surroundings, steps } from "./steps.ts";

/** Cloudflare's API, as far as the first set-up steps use it, through the real wrangler and directly. */
let accounts: { id: string; name: string }[];
let subdomain: string | null;
const cloudflare = createServer((request, response) => {
  const isOwn = request.headers.authorization === "Bearer for-tests-only";
  const path = request.url ?? "";
  const no = (status: number, code: number, message: string) => ({ status, errors: [{ code, message }], result: null });
  const yes = (result: unknown) => ({ status: 200, errors: [], result });
  const answer = !isOwn
    ? no(401, 10000, "Authentication error")
    : path.endsWith("/workers/subdomain")
      ? subdomain
        ? yes({ subdomain })
        : no(404, 10007, "You need a workers.dev subdomain in order to proceed")
      : yes(path.startsWith("/accounts") ? accounts : path.startsWith("/memberships") ? accounts.map(membership) : {});
  response.writeHead(answer.status, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ success: answer.status === 200, messages: [], ...answer }));
});
const membership = (account: { id: string }) => ({ id: account.id, account });

let home: string;
beforeAll(async () => {
  await new Promise<void>((done) => cloudflare.listen(0, "127.0.0.1", done));
  home = mkdtempSync(join(tmpdir(), "wrangler-home-"));
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", home);
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}`);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", "for-tests-only");
  vi.stubEnv("CLOUDFLARE_ACCOUNT_ID", "");
  vi.stubEnv("WRANGLER_SEND_METRICS", "false");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
  await new Promise((done) => cloudflare.close(done));
});
beforeEach(() => {
  accounts = [{ id: "0123456789abcdef0123456789abcdef", name: "Hui" }];
  subdomain = "hui";
});

const newSite = (): Site => ({
  environment: "staging",
  worker: "community-staging",
  version: "0.1.0",
  missing: [],
  wantsSamples: false,
  wantsSeason: false,
  accounts: [],
});

const around: Surroundings = {
  say() {},
  ask: async () => "2",
  askSecret: async () => "",
  run: runCommand,
  async get(url, headers = {}) {
    const answer = await fetch(url, { headers });
    return answer.ok ? answer.text() : null;
  },
  readFile: () => ({ variables: {}, domains: [] }),
  writeSetting() {},
};

const step = (title: string) => {
  const found = steps.find((each) => each.title === title);
  if (!found) throw new Error(title);
  return found;
};

it("counts both steps as done with one account that has a workers.dev subdomain", async () => {
  const site = newSite();
  expect(await step("Choose the Cloudflare account").isDone(site, around)).toBe(true);
  expect(site.account).toBe(accounts[0]?.id);
  expect(await step("Have a name at workers.dev").isDone(site, around)).toBe(true);
}, 60_000);

it("detects that a new account has no workers.dev subdomain", async () => {
  subdomain = null;
  expect(await step("Have a name at workers.dev").isDone({ ...newSite(), account: "0123" }, around)).toBe(false);
}, 60_000);

it("lets the operator choose between several accounts, because wrangler cannot without a terminal", async () => {
  accounts.push({ id: "fedcba9876543210fedcba9876543210", name: "Other" });
  const site = newSite();
  const choosing = step("Choose the Cloudflare account");
  expect(await choosing.isDone(site, around)).toBe(false);
  await choosing.prepare?.(site, around);
  expect(choosing.changes(site)).toEqual([
    { kind: "setting", place: "top", name: "account_id", value: '"fedcba9876543210fedcba9876543210"' },
  ]);
}, 60_000);
