import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Env } from "../../platform/env.ts";
import { isBreached } from "./breached-passwords.server.ts";

/** SHA-1 of "password": 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8 */
const suffix = "1E4C9B93F3F0682250B6CF8331B7EE68FD8";
const others = Array.from({ length: 1200 }, (_, index) => `${index.toString(16).toUpperCase().padStart(35, "0")}:3`);

let server: Server;
let url: string;
let asked: { path?: string; padding?: string | string[] }[];
let answer: { status: number; lines: string[]; after?: number };

beforeEach(async () => {
  asked = [];
  server = createServer(async ({ url: path, headers }, response) => {
    asked.push({ path, padding: headers["add-padding"] });
    if (answer.after) await new Promise((done) => setTimeout(done, answer.after));
    response.writeHead(answer.status, { "Content-Type": "text/plain" }).end(answer.lines.join("\r\n"));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const compare = (password: string, at = url) => isBreached({ env: { BREACH_API_URL: at } as Env }, password);

describe("ASVS 6.2.12: comparing a new password with known leaks", () => {
  it("finds it by the rest of its digest and sends only five hex digits, with padding", async () => {
    answer = { status: 200, lines: [...others, `${suffix}:42`] };
    expect(await compare("password")).toBe(true);
    expect(asked).toEqual([{ path: "/range/5BAA6", padding: "true" }]);
  });

  it("does not find it if the range has no such rest, or only as padding", async () => {
    answer = { status: 200, lines: [...others, `${suffix}:0`] };
    expect(await compare("password")).toBe(false);
    expect(await compare("four wet geckos hum at dawn")).toBe(false);
  });

  it.each([
    ["does not answer in 1.5 s", { status: 200, lines: others, after: 3000 }],
    ["answers 503", { status: 503, lines: others }],
    ["answers with nothing", { status: 200, lines: [] }],
    ["answers with more than a range", { status: 200, lines: Array(300).fill("x".repeat(1000)) }],
  ])("returns null when the service %s", async (_what, given) => {
    answer = given;
    const begun = Date.now();
    expect(await compare("password")).toBeNull();
    expect(Date.now() - begun).toBeLessThan(2500);
  });

  it("returns null if the service is down, and sends nothing if the check is turned off", async () => {
    expect(await compare("password", "http://127.0.0.1:9")).toBeNull();
    expect(await compare("password", "none")).toBe(false);
    expect(asked).toEqual([]);
  });
});
