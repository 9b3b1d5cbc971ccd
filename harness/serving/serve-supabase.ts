// Serves the database SUPABASE_DATA on SUPABASE_PORT until it is terminated or the process that started it has ended:
// a data folder as `lite start` does, the database of a PostgreSQL by PostgREST, with lite for accounts and files. The
// process that started it may send it statements, and have it serve something else (messages.ts).
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type PGlite, types } from "@electric-sql/pglite";
import { createAdaptorServer } from "@hono/node-server";
import { createApi } from "@supabase/lite/cli";
import { PgliteConnection } from "@supabase/lite/pglite";
import { PostgresConnection } from "@supabase/lite/postgres";
import "./close-files.ts";
import "./fewer-messages.ts";
import { startGateway } from "./gateway.ts";
import { obey } from "./messages.ts";
import { asJson, connect, type Query } from "./owner.ts";
import { keepFewParsers } from "./parsers.ts";
import { startPostgrest } from "./postgrest.ts";

type Served = Awaited<ReturnType<typeof open>>;

/** What lite does by several statements, without the locks that the services of Supabase hold meanwhile. */
const inTurn = /^POST \S+\/(auth\/v1\/token|storage\/v1\/object)\b/;

let served: Served | undefined;
let requests = 0;

async function open() {
  const api = await createApi({ withSupabaseClient: false });
  const app = await api.project.local.createApp(process.env.SUPABASE_CONFIG, { admin: false });
  if (app.hasEnabledSystemBaseSchema()) await app.ensureSystemSchema();
  await app.connection.ping();
  const { connection } = app;
  let last: Promise<unknown> = Promise.resolve();
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => {
      const answer = () => app.fetch(request, { peerAddress: incoming.socket.remoteAddress ?? null });
      if (!inTurn.test(`${request.method} ${request.url}`)) return answer();
      const turn = last.then(answer);
      last = turn.catch(() => {});
      return turn;
    },
  });
  server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    response.once("close", () => (requests -= 1));
  });
  const listen = (port: number) =>
    new Promise<void>((done, fail) => void server.once("error", fail).listen(port, "127.0.0.1", done));
  const close = async () => {
    const closed = new Promise((done) => server.close(done));
    if ("closeAllConnections" in server) server.closeAllConnections();
    await closed;
    // without a time limit it may wait forever for connections that were never used
    await (connection instanceof PostgresConnection ? connection.driver.end({ timeout: 0 }) : connection.close());
  };
  const port = Number(process.env.SUPABASE_PORT);
  if (connection instanceof PgliteConnection) {
    await keepFewParsers(connection.driver);
    await listen(port);
    return { query: between(connection.driver), close };
  }
  if (!(connection instanceof PostgresConnection))
    throw new Error("SUPABASE_DATA is neither a folder nor a PostgreSQL.");
  // lite has made its arguments text already, which its driver would put into quotes
  for (const oid of [114, 3802]) connection.driver.options.serializers[oid] = asJson;
  await listen(0);
  return behindGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, port, close);
}

/** What GoTrue's functions of schema auth return: lite sets each claim by itself, PostgREST all as one. */
const claims = { uid: ["uuid", "sub"], role: ["text", "role"], email: ["text", "email"] };

/** Puts PostgREST beside lite, as a hosted project has them behind its gateway. @param lite URL of it */
async function behindGateway(lite: string, port: number, closeLite: () => Promise<void>) {
  const { SUPABASE_DATA = "", SUPABASE_PUBLISHABLE_KEY = "", SUPABASE_SECRET_KEY = "" } = process.env;
  const { SUPABASE_JWT_SECRET: jwtSecret = "" } = process.env;
  const owner = await connect(SUPABASE_DATA);
  for (const [name, [type, claim]] of Object.entries(claims))
    await owner.exec(`create or replace function auth.${name}() returns ${type} language sql stable as
      $$ select coalesce(
        nullif(current_setting('request.jwt.claim.${claim}', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> '${claim}'
      )::${type} $$`);
  const data = await startPostgrest(SUPABASE_DATA, jwtSecret);
  const keys = { publishable: SUPABASE_PUBLISHABLE_KEY, secret: SUPABASE_SECRET_KEY, jwtSecret };
  const gateway = await startGateway(keys, port);
  gateway.open({ data: data.url, auth: lite, storage: lite, embedded: lite });
  const query: Query = async (text, parameters) => (await owner.query(text, parameters)).rows;
  const close = async () => {
    await gateway.stop();
    await Promise.all([data.stop(), closeLite(), owner.end()]);
  };
  return { query, close };
}

/**
 * On PGlite, lite has a single connection and leaves transactions open between statements, so a statement runs only
 * while no request is being handled.
 */
function between(database: PGlite): Query {
  return async (text, parameters) => {
    while (requests > 0) await pause(2);
    // PGlite's own parsers of the types that lite reads in its way
    const parsers = Object.fromEntries(
      Object.entries(database.parsers).map(([oid, parser]) => [oid, types.parsers[oid] ?? parser]),
    );
    return (await database.query<Record<string, unknown>>(text, parameters, { parsers })).rows;
  };
}

/** Serves what other settings name in place of what is served; nothing if there are none. */
async function move(settings?: Record<string, string>): Promise<void> {
  await served?.close();
  served = undefined;
  if (!settings) return;
  Object.assign(process.env, settings);
  served = await open();
}

obey(async (message) => {
  if ("settings" in message) {
    await move(message.settings);
    return [];
  }
  while (!served) await pause(2);
  return served.query(message.text, message.parameters);
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void move().finally(() => process.exit()));

served = await open();
