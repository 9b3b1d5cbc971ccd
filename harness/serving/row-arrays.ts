import type { PGlite } from "@electric-sql/pglite";

/**
 * Halves the time of a short query. PGlite copies all its parsers for each result; most of them are for arrays of whole
 * table and view rows, which are never used.
 */
export async function forgetRowArrays(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ typarray: number }>("select typarray from pg_type where typtype = 'c'");
  for (const { typarray } of rows) {
    delete database.parsers[typarray];
    delete database.serializers[typarray];
  }
}
