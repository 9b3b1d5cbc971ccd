import { readdirSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { purgeCron } from "../../app/features/retention/retention.ts";
import { freePort } from "../../harness/processes.ts";
import { miniflareOptions } from "../../harness/serving/serve-worker.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { databaseTemplate } from "./tables.ts";

/** Forms a minute while these tests run; more than they send otherwise. */
const limits = { FORMS: 30 };
let stack: Stack;
/** Cloudflare as simulated by Miniflare, with its own router and its own Worker for static files. */
let miniflare: Miniflare;
let servers: { door: URL; cloudflare: URL };

beforeAll(async () => {
  stack = await startStack(databaseTemplate(), { RATE_LIMITS: JSON.stringify(limits) });
  miniflare = new Miniflare({
    ...miniflareOptions(stack.settings, await freePort(), undefined, limits),
    handleRuntimeStdio: (output, errors) => void [output, errors].map((stream) => stream.resume()),
  });
  servers = { door: new URL(stack.url), cloudflare: await miniflare.ready };
});
afterAll(() => Promise.all([stack?.stop(), miniflare?.dispose()]));

interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request that is the same for either server, including its Host. */
function ask({ port }: URL, path: string, { method = "GET", headers = {}, body }: Question = {}): Promise<Answer> {
  const host = new URL(stack.url).host;
  return new Promise((resolve, reject) => {
    const options = { hostname: "127.0.0.1", port, path, method, headers: { Host: host, ...headers }, agent: false };
    const outgoing = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    outgoing.on("error", reject);
    if (body !== undefined) outgoing.setHeader("Content-Length", Buffer.byteLength(body));
    outgoing.end(body);
  });
}

/** The parts of a response that do not depend on the moment, or on how its bytes are split into chunks. */
function comparable({ status, headers, body }: Answer) {
  const { date, connection, "transfer-encoding": _pieces, "content-length": _length, ...kept } = headers;
  const coding = kept["content-encoding"];
  const plain =
    body.length === 0 ? body : coding === "br" ? brotliDecompressSync(body) : coding ? gunzipSync(body) : body;
  const random = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  return {
    status,
    headers: { ...kept, "set-cookie": kept["set-cookie"]?.map((line) => line.replace(/=[^;]+/, "=…")) },
    body: plain.toString("latin1").replace(random, "…"),
  };
}

const form = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
const own = () => ({ ...form, Origin: stack.url });
const asset = (ending: string) => `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(ending))}`;

const requests: [path: string, status: number, question?: () => Question][] = [
  ["/", 200],
  ["/", 200, () => ({ method: "HEAD" })],
  ["/", 200, () => ({ headers: { "Accept-Encoding": "gzip" } })],
  ["/", 200, () => ({ headers: { "Accept-Encoding": "br, gzip" } })],
  ["/", 200, () => ({ headers: { "Accept-Encoding": "identity" } })],
  ["/about?unknown=1", 200],
  ["/education", 200],
  ["/events.ics", 200],
  ["/insights/rss.xml", 200, () => ({ headers: { "Accept-Encoding": "gzip, deflate" } })],
  ["/robots.txt", 200],
  ["/healthz?deep", 200],
  ["/no/such/page", 404],
  ["/admin", 302],
  ["/", 405, () => ({ method: "PUT" })],
  ["/contact", 403, () => ({ method: "POST", headers: { ...form, "Sec-Fetch-Site": "cross-site" }, body: "" })],
  ["/contact", 415, () => ({ method: "POST", headers: { ...own(), "Content-Type": "text/plain" }, body: "a" })],
  ["/contact", 413, () => ({ method: "POST", headers: own(), body: "a".repeat(100_000) })],
  ["/contact", 422, () => ({ method: "POST", headers: own(), body: "name=&email=" })],
  ["/contact", 422, () => ({ method: "POST", headers: { ...own(), "Accept-Encoding": "gzip" }, body: "name=&email=" })],
  ["/favicon.ico", 200],
  ["/favicon.ico?query", 200, () => ({ method: "HEAD" })],
  ["/favicon.svg", 200, () => ({ headers: { "Accept-Encoding": "gzip, br" } })],
  ["/favicon.svg", 405, () => ({ method: "POST", body: "" })],
  ["/favicon.svg", 405, () => ({ method: "OPTIONS" })],
  ["/fav%69con.svg", 307],
  ["//favicon.svg", 307],
  ["/Images%2flogo.svg", 307],
  ["//about", 301],
  ["/favicon.svg/", 301],
  ["/Favicon.svg", 301],
  ["/icon-192.png", 200, () => ({ headers: { Range: "bytes=0-9" } })],
  [asset(".js"), 200, () => ({ headers: { "Accept-Encoding": "br" } })],
  [asset(".woff2"), 200, () => ({ headers: { "Accept-Encoding": "br" } })],
  ["/assets/", 404],
  ["/assets/enhance-00000000.js", 404],
  ["/Images/logo.svg", 200],
  ["/uploads/founder-1.svg", 200],
  ["/speculation-rules.json", 200],
  ["/manifest.webmanifest", 200],
  ["/_headers", 404],
  ["/%ff", 404],
  ["/cdn-cgi/handler/scheduled", 200],
  [`/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(purgeCron)}`, 200],
];

describe("the front door behaves like Cloudflare in Miniflare", () => {
  test.each(requests)("responds to %s with %i", async (path, status, question = () => ({})) => {
    const headers = { "CF-Connecting-IP": "198.51.100.20" };
    const asked = question();
    const same = { ...asked, headers: { ...headers, ...asked.headers } };
    const door = comparable(await ask(servers.door, path, same));
    const cloudflare = comparable(await ask(servers.cloudflare, path, same));
    expect(door.status).toBe(status);
    expect(door).toEqual(cloudflare);
  });

  test.each(["/", "/favicon.svg", "/healthz"])(
    "responds to %s with 304 when its ETag is sent, if it has one",
    async (path) => {
      const { etag } = (await ask(servers.door, path)).headers;
      const again = { headers: { "If-None-Match": etag ?? '"none"' } };
      const door = comparable(await ask(servers.door, path, again));
      expect(door.status).toBe(etag ? 304 : 200);
      expect(door).toEqual(comparable(await ask(servers.cloudflare, path, again)));
    },
  );

  test("counts forms per address, with or without CF-Connecting-IP", async () => {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 10_000) await pause(left + 50);
    const send = async (server: URL, headers: Record<string, string>, times: number) => {
      const statuses: number[] = [];
      for (let count = 0; count < times; count += 1)
        statuses.push(
          (await ask(server, "/contact", { method: "POST", headers: { ...own(), ...headers }, body: "" })).status,
        );
      return statuses;
    };
    const most = limits.FORMS;
    const nobody: Record<string, string> = {};
    for (const headers of [{ "CF-Connecting-IP": "198.51.100.21" }, nobody]) {
      const expected = [...Array(most).fill(422), 429, 429];
      expect(await send(servers.door, headers, most + 2)).toEqual(expected);
      expect(await send(servers.cloudflare, headers, most + 2)).toEqual(expected);
    }
    const another = { "CF-Connecting-IP": "127.0.0.1" };
    expect(await send(servers.door, another, 1), "who sends none is 127.0.0.1").toEqual([429]);
  }, 120_000);
});

describe("HTTP/1.0 requests as sent by w3m", () => {
  const pages = ["/", "/education", "/events.ics", "/no/such/page", "/favicon.svg", "/icon-192.png", "/robots.txt"];
  const plain = "";
  const w3m = "User-Agent: w3m/0.5.3+git20230121\r\nAccept-Encoding: gzip, compress, bzip, bzip2, deflate\r\n";

  test.each(pages.flatMap((path) => [plain, w3m].map((headers) => [path, headers] as const)))(
    "get %s in one piece with its Content-Length (request headers: %s)",
    async (path, headers) => {
      const answer = await askPlainly(
        `GET ${path} HTTP/1.0\r\nHost: ${new URL(stack.url).host}\r\n${headers}\r\n`,
        headers === w3m,
      );
      expect(answer.head).not.toMatch(/^transfer-encoding:/im);
      expect(answer.body.length).toBeGreaterThan(20);
      expect(lengthIn(answer.head)).toBe(answer.body.length);
      expect(answer.isEnded, "w3m waits for the end").toBe(headers === w3m);
    },
  );
});

const lengthIn = (head: string) => Number(/^content-length: (\d+)/im.exec(head)?.[1]);

/**
 * Sends raw text and reads until the declared length has arrived or, with `toTheEnd`, until the server closes the
 * connection within a second.
 * @returns head and body of the response, one character per byte, and whether the server has closed the connection
 */
function askPlainly(text: string, toTheEnd: boolean): Promise<{ head: string; body: string; isEnded: boolean }> {
  return new Promise((resolve, reject) => {
    let answer = "";
    let isEnded = false;
    const parts = () => {
      const end = answer.indexOf("\r\n\r\n");
      return { head: answer.slice(0, end), body: answer.slice(end + 4) };
    };
    const socket = connect(Number(servers.door.port), "127.0.0.1", () => socket.write(text));
    socket.setEncoding("latin1");
    socket.setTimeout(1000, () => socket.destroy());
    socket.on("data", (part) => {
      answer += part;
      const { head, body } = parts();
      if (!toTheEnd && body.length >= lengthIn(head)) socket.destroy();
    });
    socket.on("end", () => {
      isEnded = true;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve({ ...parts(), isEnded }));
  });
}
