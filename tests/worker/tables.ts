import { PGlite } from "@electric-sql/pglite";
import type { Stack } from "../support/stack.ts";

export type Row = Record<string, unknown>;
export type Sql = <Result = Row>(text: string, ...parameters: unknown[]) => Promise<Result[]>;

/** Opens a data folder that nobody serves, as the owner of the tables. */
export async function withFolder<Result>(folder: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const database = await PGlite.create(folder);
  try {
    return await work(async <Found>(text: string, ...parameters: unknown[]) => {
      return (await database.query<Found>(text, parameters)).rows;
    });
  } finally {
    await database.close();
  }
}

/** Looks into the database of a running stack: the embedded Supabase is stopped meanwhile, and started again. */
export async function withTables<Result>(stack: Stack, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  await stack.stopSupabase();
  try {
    return await withFolder(stack.settings.SUPABASE_DATA ?? "", work);
  } finally {
    await stack.startSupabase();
  }
}

/** The data folder that vitest's global set-up has made. */
export function databaseTemplate(): string {
  const template = process.env.TEST_DATABASE_TEMPLATE;
  if (!template) throw new Error("TEST_DATABASE_TEMPLATE names no prepared data folder");
  return template;
}
