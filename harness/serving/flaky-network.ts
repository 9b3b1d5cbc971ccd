import { connect, createServer, type Socket } from "node:net";

/**
 * - `open`: works normally
 * - `gone`: no connection
 * - `cut`: connections are accepted, but requests are dropped
 * - `mute`: requests arrive, but responses are lost
 */
export type Weather = "open" | "gone" | "cut" | "mute";

/** Starts a proxy that simulates the network between a phone and the site. */
export async function startNetwork(site: string) {
  const { hostname, port } = new URL(site);
  let weather: Weather = "open";
  const open = new Set<Socket>();
  const server = createServer((phone) => {
    open.add(phone);
    phone.on("error", () => {}).on("close", () => open.delete(phone));
    if (weather === "gone") return phone.destroy();
    const there = connect(Number(port), hostname);
    there.on("error", () => phone.destroy()).on("close", () => phone.destroy());
    phone.on("close", () => weather !== "mute" && there.destroy());
    phone.on("data", (bytes) => {
      if (weather === "gone" || weather === "cut") phone.destroy();
      else there.write(bytes);
    });
    there.on("data", (bytes) => {
      if (weather === "open") phone.write(bytes);
      else phone.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    set(next: Weather) {
      weather = next;
      if (next !== "open" && next !== "mute") for (const phone of open) phone.destroy();
    },
    stop() {
      for (const phone of open) phone.destroy();
      server.close();
    },
  };
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;
