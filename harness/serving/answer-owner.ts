// Runs in the process of the embedded Supabase (node --import): statements that come from the process that
// started it are run as the owner of the tables. lite has one connection for all, and leaves its transactions open between
// two statements: those that come from outside run only while no request is being answered.
import { subscribe } from "node:diagnostics_channel";
import { setTimeout as pause } from "node:timers/promises";
import { PGlite, types } from "@electric-sql/pglite";
import type { OwnerAnswer, OwnerStatement } from "./owner.ts";
import { forgetRowArrays } from "./row-arrays.ts";

let database: PGlite | undefined;
const { query } = PGlite.prototype;
PGlite.prototype.query = function (this: PGlite, ...statement: Parameters<typeof query>) {
  database = this;
  PGlite.prototype.query = query;
  void this.waitReady.then(() => forgetRowArrays(this));
  return query.apply(this, statement);
} as typeof query;

let requests = 0;
subscribe("http.server.request.start", (message) => {
  const { response } = message as { response: NodeJS.EventEmitter };
  requests += 1;
  response.once("close", () => (requests -= 1));
});

process.on("message", async ({ id, text, parameters }: OwnerStatement) => {
  const answer: OwnerAnswer = { id };
  try {
    while (!database || requests > 0) await pause(2);
    answer.rows = (await database.query<Record<string, unknown>>(text, parameters, { parsers: types.parsers })).rows;
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error);
  }
  process.send?.(answer);
});
