import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds within which everybody is answered, so that a blow falls into the midst of it. */
const answerWithin = 3000;

/**
 * Stands before the Worker, says success, and passes the sign-up on after that, whatever comes of it.
 * @returns its address
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
