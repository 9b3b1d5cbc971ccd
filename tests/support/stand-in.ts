import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** the parsed JSON body; undefined where it was none */
  body: unknown;
}

/** How a service answers: by its own protocol, by an answer made up beforehand, not at all, or by hanging up. */
export type Manner =
  | "by the protocol"
  | "silence"
  | "reset"
  | { status: number; body?: unknown; text?: string; headers?: Record<string, string> };

export interface StandIn {
  url: string;
  received: Received[];
  /** From now on every request is answered in this manner. */
  answer(manner: Manner): void;
  stop(): Promise<void>;
}

export const newsletterToken = "for-tests-only-newsletter-Pf9Sg8Kq2vYx";
export const waitlistToken = "for-tests-only-waitlist-Nd0Tb6Hc3Jm5";

type Reply = { status: number; body: unknown };

/**
 * beehiiv's v2 API, as far as subscribing goes: POST /v2/publications/{id}/subscriptions with a bearer token
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

async function startStandIn(path: string, protocol: (received: Received) => Reply): Promise<StandIn> {
  const received: Received[] = [];
  let manner: Manner = "by the protocol";
  const server = createServer(async (request, response) => {
    const question: Received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: await readJson(request),
    };
    received.push(question);
    if (manner === "silence") return;
    if (manner === "reset") return void request.socket.resetAndDestroy();
    if (manner !== "by the protocol") return send(response, manner);
    const known = question.path === path;
    send(response, known ? protocol(question) : { status: 404, body: { status: 404, statusText: "Not Found" } });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received,
    answer(next) {
      manner = next;
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

function send(response: ServerResponse, { status, body, text, headers }: Exclude<Manner, string>): void {
  const type = text === undefined ? "application/json" : "text/html; charset=utf-8";
  response.writeHead(status, { "Content-Type": type, ...headers });
  response.end(text ?? (body === undefined ? "" : JSON.stringify(body)));
}
