import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Plugin } from "vite";
import type { SiteBuild } from "../../app/front-door/route-table.ts";
import type { FrontDoor } from "../../app/front-door/steps.ts";
import { factsOf } from "../building/route-facts.ts";

/** Puts the current code's front door in front of Vite's development server, with the rate limits of wrangler.toml. */
export function frontDoorInDevelopment(): Plugin {
  return {
    name: "front-door",
    apply: "serve",
    // otherwise Vite would respond to OPTIONS itself
    config: () => ({ server: { cors: false } }),
    async configureServer(server) {
      const { getPlatformProxy } = await import("wrangler");
      const { env, ctx, dispose } = await getPlatformProxy({ envFiles: [], persist: false });
      server.httpServer?.once("close", dispose);
      const bindings = { ...env, ...process.env };
      const doors = new WeakMap<object, FrontDoor>();
      return () =>
        void server.middlewares.use(async (request, response, next) => {
          try {
            const build = (await server.ssrLoadModule("virtual:remix/server-build")) as SiteBuild;
            const door = doors.get(build) ?? (await openDoor(build));
            doors.set(build, door);
            await send(await door.fetch(toRequest(request), bindings, ctx), response);
          } catch (error) {
            next(error);
          }
        });
    },
  };
}

/** The front door of the current code, whose routes are all loaded here to know about them. */
async function openDoor(build: SiteBuild): Promise<FrontDoor> {
  const { createFrontDoor } = build.entry.module as unknown as { createFrontDoor(build: SiteBuild): FrontDoor };
  return createFrontDoor({ ...build, facts: await factsOf(build.routes) });
}

/**
 * Converts a request to what Cloudflare passes to a Worker. `fromNodeRequest` of @remix-run/dev is not used: it takes the
 * host from `Origin`, and treats `//a/b` as a URL of another host.
 */
function toRequest(incoming: IncomingMessage & { originalUrl?: string }): Request {
  const { method = "GET", headers, socket } = incoming;
  const entries = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each]));
  const request = new Request(`http://${headers.host}${incoming.originalUrl ?? incoming.url}`, {
    method,
    headers: entries as [string, string][],
    ...(method === "GET" || method === "HEAD" ? {} : { body: Readable.toWeb(incoming), duplex: "half" }),
  } as RequestInit);
  request.headers.set("CF-Connecting-IP", socket.remoteAddress ?? "");
  return request;
}

async function send({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (body) Readable.fromWeb(body as ReadableStream).pipe(response);
  else response.end();
}
