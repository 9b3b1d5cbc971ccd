import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMailbox, type Mailbox, mailPaths } from "./mailbox.ts";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** the parsed JSON body; undefined if it was not JSON */
  body: unknown;
  /** bytes of a huge body that the Worker read */
  taken: number;
}

/**
 * How a service responds: by its own protocol, with a given response, with nothing for a minute ("silence"), with only
 * the headers and the start of a body for a minute ("stall"), by resetting the connection, or with a body of 200 MB.
 * The "done, …" manners carry out the request by the protocol, and then reset the connection, send nothing or HTML.
 */
export type Manner =
  | "by the protocol"
  | "silence"
  | "stall"
  | "reset"
  | "huge body"
  | "done, then reset"
  | "done, then silence"
  | "done, then HTML"
  | { status: number; body?: unknown; text?: string; headers?: Record<string, string> };

export const manners = {
  "200": { status: 200, body: {} },
  "400": { status: 400, body: { error: "no" } },
  "401": { status: 401, body: { error: "unknown token" } },
  "429": { status: 429, body: { error: "slow down" } },
  "429 with a time": { status: 429, body: {}, headers: { "Retry-After": "1800" } },
  "500": { status: 500, body: { error: "broken" } },
  HTML: { status: 200, text: "<!doctype html><h1>Welcome</h1>" },
  "huge body": "huge body",
  redirect: { status: 302, headers: { Location: "/elsewhere" } },
  silence: "silence",
  stall: "stall",
  reset: "reset",
} satisfies Record<string, Manner>;

export interface StandIn {
  url: string;
  received: Received[];
  /** Sets how every following request is handled, possibly depending on its content. */
  answer(manner: Manner | ((received: Received) => Manner)): void;
  stop(): Promise<void>;
}

export const newsletterToken = "for-tests-only-newsletter-Pf9Sg8Kq2vYx";
export const mailApiKey = "for-tests-only-mail-Rw4Nd0Tb6Hc3";
export const waitlistToken = "for-tests-only-waitlist-Nd0Tb6Hc3Jm5";

type Reply = { status: number; body: unknown };

/**
 * The subscribing part of beehiiv's v2 API: POST /v2/publications/{id}/subscriptions with a bearer token
 * (developers.beehiiv.com, "Create subscription").
 */
export const startNewsletterProvider = () =>
  startStandIn("/v2/publications/pub_for-tests-only/subscriptions", ({ method, headers, body }) => {
    const refused = (status: number, statusText: string, message: string): Reply => ({
      status,
      body: { status, statusText, errors: [{ message, code: statusText.toUpperCase().replaceAll(" ", "_") }] },
    });
    if (method !== "POST") return refused(404, "Not Found", "Route not found");
    if (headers.authorization !== `Bearer ${newsletterToken}`) return refused(401, "Unauthorized", "Invalid API key");
    const { email, ...rest } = (body ?? {}) as Record<string, unknown>;
    if (typeof email !== "string" || !email.includes("@")) return refused(400, "Bad Request", "Email is invalid");
    return { status: 201, body: { data: { id: "sub_1", email, status: "validating", created: 1, ...rest } } };
  });

/** The waitlist endpoint: JSON {name, email, event}, X-API-Token, Idempotency-Key. */
export const startWaitlistEndpoint = () =>
  startStandIn("/waitlist", ({ method, headers, body }) => {
    if (method !== "POST") return { status: 404, body: { error: "not found" } };
    if (headers["x-api-token"] !== waitlistToken) return { status: 401, body: { error: "unknown token" } };
    const { name, email, event } = (body ?? {}) as Record<string, unknown>;
    const complete = [name, email, event, headers["idempotency-key"]].every((value) => typeof value === "string");
    return complete ? { status: 202, body: { accepted: true } } : { status: 400, body: { error: "incomplete" } };
  });

/** The endpoint that notifies the organization of messages: JSON {kind, count, link}, Idempotency-Key. */
export const startNotifyEndpoint = () =>
  startStandIn("/notify", ({ method, headers, body }) => {
    if (method !== "POST") return { status: 404, body: { error: "not found" } };
    const { kind, count, link } = (body ?? {}) as Record<string, unknown>;
    const complete = [kind, link, headers["idempotency-key"]].every((value) => typeof value === "string");
    const isCount = typeof count === "number" && count > 0;
    return complete && isCount ? { status: 204, body: undefined } : { status: 400, body: { error: "incomplete" } };
  });

/** A Discord webhook: GET checks that it exists, POST sends `content` (docs.discord.com, "Webhook Resource"). */
export const startDiscordWebhook = () =>
  startStandIn(["/webhook", "/webhook?wait=true"], ({ method, path, body }) => {
    if (method === "GET") return { status: 200, body: { type: 1, name: "Aloha" } };
    const { content } = (body ?? {}) as Record<string, unknown>;
    if (method !== "POST" || typeof content !== "string" || content === "")
      return { status: 400, body: { code: 50006, message: "Cannot send an empty message" } };
    return path.endsWith("wait=true") ? { status: 200, body: { id: "1", content } } : { status: 204, body: undefined };
  });

/** An incoming Slack webhook, which accepts `text` (docs.slack.dev, "Sending messages using incoming webhooks"). */
export const startSlackWebhook = () =>
  startStandIn("/services", ({ method, body }) => {
    const { text } = (body ?? {}) as Record<string, unknown>;
    return method === "POST" && typeof text === "string" && text !== ""
      ? { status: 200, body: "ok" }
      : { status: 400, body: "no_text" };
  });

/** Resend, with idempotency keys; `settings` make the Worker send its emails there. */
export async function startMailProvider(): Promise<StandIn & { mailbox: Mailbox; settings: Record<string, string> }> {
  const mailbox = createMailbox(mailApiKey);
  const domains = { object: "list", data: [{ name: "example.org", status: "verified" }] };
  const standIn = await startStandIn([...mailPaths, "/domains"], ({ path, method, headers, body }) =>
    path === "/domains" && method === "GET"
      ? { status: 200, body: domains }
      : mailbox.take(path, method, headers, body),
  );
  const settings = {
    MAIL_FROM: "Hawaiʻi Blockchain Community <aloha@example.org>",
    MAIL_REPLY_TO: "Inbox <inbox@example.org>",
    MAIL_API_URL: standIn.url,
    MAIL_API_KEY: mailApiKey,
    MAIL_SECRET: "for-tests-only-mail-secret-7Rw4Nd0Tb6Hc3Jm5",
    ISSUES_FROM: "Hawaiʻi Blockchain Community <letter@example.org>",
    ISSUES_API_URL: standIn.url,
    ISSUES_API_KEY: mailApiKey,
    ISSUES_POSTAL_ADDRESS: "1 Example Street, Honolulu, HI 96813",
  };
  return { ...standIn, mailbox, settings };
}

/** A resolver for DNS over HTTPS in JSON. @param records texts by type and name: `TXT example.org` */
export const startDnsResolver = (records: Readonly<Record<string, readonly string[]>>) =>
  startStandIn("/dns-query", ({ path }) => {
    const { searchParams } = new URL(path, "http://localhost");
    const [name, type] = [searchParams.get("name"), searchParams.get("type")];
    const found = records[`${type} ${name}`];
    const answers = found?.map((data) => ({ name, type: type === "MX" ? 15 : 16, TTL: 300, data }));
    return { status: 200, body: { Status: found ? 0 : 3, ...(answers ? { Answer: answers } : {}) } };
  });

const cutOff = Symbol("cut off");

async function startStandIn(paths: string | string[], protocol: (received: Received) => Reply): Promise<StandIn> {
  const received: Received[] = [];
  let chosen: Parameters<StandIn["answer"]>[0] = "by the protocol";
  const server = createServer(async (request, response) => {
    // A request whose sender was killed before completing it does not count.
    const body = await readJson(request).catch(() => cutOff);
    if (body === cutOff) return;
    const question: Received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
      taken: 0,
    };
    received.push(question);
    const manner = typeof chosen === "function" ? chosen(question) : chosen;
    const known = [paths].flat().includes(question.path.split("?")[0] ?? "");
    const reply = () => (known ? protocol(question) : { status: 404, body: { status: 404, statusText: "Not Found" } });
    if (typeof manner === "string" && manner.startsWith("done")) reply();
    if (manner === "done, then HTML") return send(response, manners.HTML);
    if (manner === "silence" || manner === "stall" || manner === "done, then silence") {
      if (manner === "stall") response.writeHead(200, { "Content-Type": "application/json" }).write('{"data":');
      setTimeout(() => request.socket.destroy(), 60_000).unref();
      return;
    }
    if (manner === "reset" || manner === "done, then reset") return void request.socket.resetAndDestroy();
    if (manner === "huge body") return sendHugeBody(response, question);
    if (manner !== "by the protocol") return send(response, manner);
    send(response, reply());
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${[paths].flat()[0]}`,
    received,
    answer(next) {
      chosen = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Sends as fast as the client reads, until it stops reading. */
function sendHugeBody(response: ServerResponse, question: Received): void {
  const piece = Buffer.alloc(64 * 1024, " ");
  response.writeHead(200, { "Content-Type": "application/json" });
  const more = () => {
    while (!response.destroyed && question.taken < 200e6) {
      question.taken += piece.length;
      if (!response.write(piece)) return void response.once("drain", more);
    }
    response.end();
  };
  more();
}

function send(response: ServerResponse, { status, body, text, headers }: Exclude<Manner, string>): void {
  const type = text === undefined ? "application/json" : "text/html; charset=utf-8";
  response.writeHead(status, { "Content-Type": type, ...headers });
  response.end(text ?? (body === undefined ? "" : JSON.stringify(body)));
}
