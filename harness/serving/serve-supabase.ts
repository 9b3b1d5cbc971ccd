// Serves the data folder SUPABASE_DATA on SUPABASE_PORT, as `lite start` does, until it is terminated or the process that
// started it has ended. That process may send it statements, and have it serve something else
// (messages.ts).
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { types } from "@electric-sql/pglite";
import { createAdaptorServer } from "@hono/node-server";
import { createApi } from "@supabase/lite/cli";
import { PgliteConnection } from "@supabase/lite/pglite";
import "./close-files.ts";
import "./fewer-messages.ts";
import { obey } from "./messages.ts";
import { keepFewParsers } from "./parsers.ts";

type Served = Awaited<ReturnType<typeof open>>;

let served: Served | undefined;
let requests = 0;

async function open() {
  const api = await createApi({ withSupabaseClient: false });
  const app = await api.project.local.createApp(process.env.SUPABASE_CONFIG, { admin: false });
  if (app.hasEnabledSystemBaseSchema()) await app.ensureSystemSchema();
  await app.connection.ping();
  const database = app.connection instanceof PgliteConnection ? app.connection.driver : undefined;
  if (database) await keepFewParsers(database);
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => app.fetch(request, { peerAddress: incoming.socket.remoteAddress ?? null }),
  });
  server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    response.once("close", () => (requests -= 1));
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail).listen(Number(process.env.SUPABASE_PORT), "127.0.0.1", done);
  });
  return { app, database, server };
}

async function close({ app, server }: Served): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  if ("closeAllConnections" in server) server.closeAllConnections();
  await closed;
  await app.connection.close();
}

/** Serves what other settings name in place of what is served; nothing if there are none. */
async function move(settings?: Record<string, string>): Promise<void> {
  if (served) await close(served);
  served = undefined;
  if (!settings) return;
  Object.assign(process.env, settings);
  served = await open();
}

/**
 * Executes a statement as the owner of the tables. lite has a single connection and leaves transactions open between
 * statements, so this one runs only while no request is being handled.
 */
async function execute(text: string, parameters: unknown[]) {
  while (!served?.database || requests > 0) await pause(2);
  const { database } = served;
  // PGlite's own parsers of the types that lite reads in its way
  const parsers = Object.fromEntries(
    Object.entries(database.parsers).map(([oid, parser]) => [oid, types.parsers[oid] ?? parser]),
  );
  return (await database.query<Record<string, unknown>>(text, parameters, { parsers })).rows;
}

obey(async (message) => {
  if ("text" in message) return execute(message.text, message.parameters);
  await move(message.settings);
  return [];
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void move().finally(() => process.exit()));

served = await open();
