// Runs in the process of the embedded Supabase (node --import): executes statements from the parent process as the
// owner of the tables. lite has a single connection and leaves transactions open between statements, so these
// statements run only while no request is being handled.
import { subscribe } from "node:diagnostics_channel";
import { setTimeout as pause } from "node:timers/promises";
import { PGlite, types } from "@electric-sql/pglite";
import type { OwnerAnswer, OwnerStatement } from "./owner.ts";

let database: PGlite | undefined;
const { query } = PGlite.prototype;
PGlite.prototype.query = function (this: PGlite, ...statement: Parameters<typeof query>) {
  database = this;
  PGlite.prototype.query = query;
  return query.apply(this, statement);
} as typeof query;

let requests = 0;
subscribe("http.server.request.start", (message) => {
  const { response } = message as { response: NodeJS.EventEmitter };
  requests += 1;
  response.once("close", () => (requests -= 1));
});

/** PGlite's own parsers of the types that lite reads in its way. */
const parsersOf = ({ parsers }: PGlite) =>
  Object.fromEntries(Object.entries(parsers).map(([oid, parser]) => [oid, types.parsers[oid] ?? parser]));

process.on("message", async ({ id, text, parameters }: OwnerStatement) => {
  const answer: OwnerAnswer = { id };
  try {
    while (!database || requests > 0) await pause(2);
    const { rows } = await database.query<Record<string, unknown>>(text, parameters, { parsers: parsersOf(database) });
    answer.rows = rows;
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error);
  }
  process.send?.(answer);
});
