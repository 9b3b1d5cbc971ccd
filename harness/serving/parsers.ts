import { type PGlite, types } from "@electric-sql/pglite";

/**
 * Shortens every statement. For each result, PGlite copies all parsers of the database, hundreds of which are for arrays;
 * for a type that the copy lacks it uses the parsers of the module. Here those of arrays move to the module, and the
 * database keeps the few that it was opened with. Arrays of whole table and view rows, which are never used, stay text.
 * @param database the only one of this process that was opened with parsers of its own
 */
export async function keepFewParsers(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ element: number; array: number; is_of_rows: boolean }>(
    `select oid as element, typarray as array, typtype = 'c' as is_of_rows from pg_type where typarray <> 0`,
  );
  const arrays = new Set(rows.map(({ array }) => String(array)));
  const own = Object.fromEntries(
    Object.entries(database.parsers).filter(([oid, parser]) => parser !== types.parsers[oid] && !arrays.has(oid)),
  );
  for (const { element, array, is_of_rows } of rows)
    if (!is_of_rows) {
      const parser = own[element] ?? types.parsers[element];
      types.parsers[array] = (text) => types.arrayParser(text, parser ?? String, array);
    }
  database.parsers = own;
}
