import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a response on its way from the service. */
export type Fault =
  | "none"
  /** no response; the connection stays open */
  | "hang"
  | "reset"
  /** headers and half of the body, then the connection breaks */
  | "cut"
  /** the headers at once, then one byte of the body every second */
  | "trickle"
  /** ms until the request is forwarded */
  | { delay: number }
  /** a fixed response; the service is not called */
  | { status: number; type: string; body: string };

export interface FaultProxy {
  url: string;
  /** method and path of every request, in order */
  asked: string[];
  /** Sets the fault for further requests to these paths; pending requests are not affected. */
  set(fault: Fault, paths?: RegExp): void;
  stop(): Promise<void>;
}

/** Starts an HTTP proxy with faults on demand. @param target called for each request, because a service may move */
export async function startFaultProxy(target: () => string): Promise<FaultProxy> {
  const asked: string[] = [];
  let fault: Fault = "none";
  let faulty = /^/;
  const server = createServer((question, answer) => {
    asked.push(`${question.method} ${question.url}`);
    const chosen = faulty.test(question.url ?? "") ? fault : "none";
    if (chosen === "hang") return void question.resume();
    if (chosen === "reset") return void question.socket.resetAndDestroy();
    if (typeof chosen === "object" && "status" in chosen) {
      question.resume();
      answer.writeHead(chosen.status, { "Content-Type": chosen.type });
      return void answer.end(chosen.body);
    }
    const wait = typeof chosen === "object" ? chosen.delay : 0;
    setTimeout(() => pass(question, answer, target(), chosen), wait);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    set(next, paths = /^/) {
      fault = next;
      faulty = paths;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function pass(question: IncomingMessage, answer: ServerResponse, target: string, fault: Fault): void {
  const { hostname, port } = new URL(target);
  const options = { hostname, port, method: question.method, path: question.url, headers: question.headers };
  const onward = request({ ...options, agent: false }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers);
    if (fault !== "cut" && fault !== "trickle") return void found.pipe(answer);
    const parts: Buffer[] = [];
    found.on("data", (part: Buffer) => parts.push(part));
    found.on("end", () => (fault === "cut" ? cut : trickle)(answer, Buffer.concat(parts)));
  });
  onward.once("error", () => answer.destroy());
  answer.once("close", () => onward.destroy());
  question.pipe(onward);
}

function cut(answer: ServerResponse, body: Buffer): void {
  answer.write(body.subarray(0, Math.floor(body.length / 2)), () => answer.socket?.resetAndDestroy());
}

function trickle(answer: ServerResponse, body: Buffer): void {
  let sent = 0;
  answer.flushHeaders();
  const pace = setInterval(() => {
    answer.write(body.subarray(sent, sent + 1));
    sent += 1;
    if (sent >= body.length) answer.end();
  }, 1000);
  answer.once("close", () => clearInterval(pace));
}
