import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds over which the responses are spread, so that the kill happens in their midst. */
const answerWithin = 3000;

/**
 * Starts a proxy in front of the Worker that reports success first and only then forwards the sign-up, whatever its
 * outcome.
 * @returns its URL
 */
export async function startEarlySuccess(worker: string): Promise<{ url: string; stop(): void }> {
  const { hostname, port } = new URL(worker);
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    await pause(Math.random() * answerWithin);
    outgoing.writeHead(303, { Location: "/events?done=waitlist" });
    outgoing.end();
    const { method, url: path, headers } = incoming;
    const passed = ask({ hostname, port, method, path, headers, agent: false }, (answer) => answer.resume());
    passed.on("error", () => passed.destroy());
    passed.end(Buffer.concat(parts));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
