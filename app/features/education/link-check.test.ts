import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Ask, checkLink, mayBeAsked, mostRequests } from "./link-check.ts";

/** An external site: its responses by path, and the requests that it received. */
let server: Server;
let base: string;
let asked: string[] = [];

const answers: Record<string, (method: string) => [status: number, location?: string]> = {
  "/fine": () => [200],
  "/gone": () => [404],
  "/removed": () => [410],
  "/walled": () => [403],
  "/busy": () => [429],
  "/broken": () => [503],
  "/linkedin": () => [999],
  "/no-head": (method) => [method === "HEAD" ? 405 : 200],
  "/wrong-head": (method) => [method === "HEAD" ? 404 : 200],
  "/moved": () => [301, "/fine"],
  "/moved-twice": () => [308, "/moved"],
  "/moved-thrice": () => [301, "/moved-twice"],
  "/moved-too-often": () => [301, "/moved-thrice"],
  "/moved-to-nothing": () => [301, "/gone"],
  "/elsewhere-today": () => [302, "/fine"],
  "/moved-then-today": () => [301, "/elsewhere-today"],
  "/today-then-moved": () => [302, "/moved"],
  "/circle": () => [301, "/circle"],
  "/to-a-number": () => [301, "http://169.254.169.254/latest/meta-data"],
  "/to-this-machine": () => [302, "http://localhost:8787/admin"],
  "/to-us": () => [301, "https://community.example/admin"],
  "/to-mail": () => [301, "mailto:kai@example.org"],
  "/to-nowhere": () => [301, ""],
  "/to-a-password": () => [301, "https://kai:secret@example.org/"],
  "/too-long": () => [301, `/${"a".repeat(3000)}`],
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(`${request.method} ${path}`);
    if (path === "/silent") return;
    const [status, location] = answers[path]?.(request.method ?? "") ?? [404];
    response.writeHead(status, location === undefined ? {} : { Location: location });
    response.end(request.method === "HEAD" ? undefined : "x".repeat(100_000));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

/** Sends requests for example.org to the server of this test; any other host fails the test. */
const ask: Ask = (url, init) => {
  expect(new URL(url).origin).toBe("https://example.org");
  return fetch(url.replace("https://example.org", base), init);
};
const check = (path: string) =>
  checkLink(`https://example.org${path}`, { ask, ownHosts: ["community.example"], userAgent: "LinkCheck/1.0" });

describe("checkLink", () => {
  it.each(["/fine", "/no-head", "/wrong-head", "/elsewhere-today"])("reports %s as fine", async (path) => {
    expect(await check(path)).toEqual({ state: "fine" });
  });

  it.each(["/gone", "/removed", "/moved-to-nothing"])("reports %s as gone", async (path) => {
    expect(await check(path)).toEqual({ state: "gone" });
  });

  it.each([
    ["/moved", "/fine"],
    ["/moved#part", "/fine#part"],
    ["/moved-twice", "/fine"],
    ["/moved-thrice", "/fine"],
    ["/moved-then-today", "/elsewhere-today"],
  ])("reports %s as moved to %s", async (path, to) => {
    expect(await check(path)).toEqual({ state: "moved", movedTo: `https://example.org${to}` });
  });

  it("does not report a link as moved if its first redirect is temporary, even if a permanent one follows", async () => {
    expect(await check("/today-then-moved")).toEqual({ state: "fine" });
  });

  it.each(["/walled", "/busy", "/broken", "/linkedin", "/circle", "/moved-too-often"])(
    "reports %s as unknown and stays within the limit of requests",
    async (path) => {
      expect(await check(path)).toEqual({ state: "unknown" });
      expect(asked.length).toBeLessThanOrEqual(mostRequests);
    },
  );

  it.each(["/to-a-number", "/to-this-machine", "/to-us", "/to-mail", "/to-nowhere", "/to-a-password", "/too-long"])(
    "does not follow the redirect of %s",
    async (path) => {
      expect(await check(path)).toEqual({ state: "unknown" });
      expect(asked.filter((each) => !each.endsWith(` ${path}`))).toEqual([]);
    },
  );

  it("sends HEAD, and GET only if HEAD is refused", async () => {
    await check("/fine");
    await check("/no-head");
    expect(asked).toEqual(["HEAD /fine", "HEAD /no-head", "GET /no-head"]);
  });

  it("gives up after 4 s", async () => {
    const started = performance.now();
    expect(await check("/silent")).toEqual({ state: "unknown" });
    expect(performance.now() - started).toBeGreaterThan(3900);
  });

  it("sends no request to a private address", async () => {
    const never: Ask = () => Promise.reject(new Error("was asked"));
    const asking = { ask: never, ownHosts: ["community.example"], userAgent: "LinkCheck/1.0" };
    expect(await checkLink("http://10.0.0.1/router", asking)).toEqual({ state: "unknown" });
  });
});

describe("mayBeAsked", () => {
  it.each([
    "https://example.org",
    "http://example.org/a?b=c#d",
    "https://xn--hawaii-9bb.example/",
    "https://10.example/",
  ])("allows %s", (address) => {
    expect(mayBeAsked(address, ["community.example"])).toBe(true);
  });

  it.each([
    "http://127.0.0.1",
    "http://127.1",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://017700000001/",
    "http://127。0。0。1/",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
    "http://localhost.localdomain/",
    "http://127.0.0.1.nip.io/",
    "http://169-254-169-254.sslip.io/",
    "http://localtest.me/",
    "http://router.home/",
    "http://api.default.svc/",
    "http://example.org:8080/",
    "http://localhost",
    "http://LOCALHOST.:8787",
    "http://a.localhost/",
    "http://printer/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "https://community.example/",
    "https://COMMUNITY.example./admin",
    "https://kai@example.org/",
    "ftp://example.org/",
    "javascript:alert(1)",
    "nothing of the kind",
  ])("rejects %s", (address) => {
    expect(mayBeAsked(address, ["community.example"])).toBe(false);
  });
});
