import { createReadStream, createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { bucketName } from "../../app/features/pictures/picture-bucket.server.ts";
import { tablesOfSchema } from "../database/catalog.ts";
import { type Manifest, ownerOnly, partOf, type Table, Tally } from "./format.ts";

/** Tables that migrations fill; all others are empty in a new project. */
const filledByMigrations = Object.keys(tablesOfSchema).filter((name) => !name.startsWith("storage."));
/** The tables needed to sign in. Sessions belong to one project and are not copied. */
const accountTables = ["users", "identities"];

export type Taken = Pick<Manifest, "postgres" | "migrations" | "tables" | "sequences"> & {
  /** Paths of the files that the storage service has on record. */
  stored: string[];
};

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const nameOf = ({ schema, name }: Pick<Table, "schema" | "name">) => `${schema}.${name}`;
const placeOf = ({ schema, name }: Pick<Table, "schema" | "name">) => `${quoted(schema)}.${quoted(name)}`;
const rowsAtOnce = 500;

/** A column value as `copy` writes it in text format. */
const fieldOf = (column: string) =>
  String.raw`coalesce(replace(replace(replace(replace(${quoted(column)}::text, '\', '\\'), E'\t', '\t'), E'\n', '\n'), E'\r', '\r'), '\N')`;

/**
 * Reads the rows of a table as `copy … to stdout` would write them, sorted by their bytes: the physical order of rows
 * depends on free space in the table's pages and can differ between two copies of the same data. `copy` itself is not
 * used because postgres 3.4.9 leaves its socket paused forever if the last rows fill the stream's buffer before the end
 * of the response arrives.
 */
async function* readLines(
  sql: postgres.TransactionSql,
  table: Pick<Table, "schema" | "name" | "columns">,
): AsyncGenerator<Buffer> {
  const line = table.columns.map(({ name }) => fieldOf(name)).join(" || E'\\t' || ");
  const rows = sql.unsafe<{ line: string }[]>(
    `select line from (select ${line} as line from ${placeOf(table)}) as lines order by line collate "C"`,
  );
  for await (const some of rows.cursor(rowsAtOnce)) yield Buffer.from(some.map((row) => `${row.line}\n`).join(""));
}

async function* tallied(lines: AsyncIterable<Buffer>, tally: Tally): AsyncGenerator<Buffer> {
  for await (const some of lines) {
    tally.add(some);
    yield some;
  }
}

/** Lists the tables of the site and of accounts, with the columns that a part holds. */
async function listTables(sql: postgres.TransactionSql): Promise<Pick<Table, "schema" | "name" | "columns">[]> {
  return sql<Pick<Table, "schema" | "name" | "columns">[]>`
    select n.nspname as schema, c.relname as name,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r'
      and (n.nspname in ('public', 'private') or n.nspname = 'auth' and c.relname = any (${accountTables}))
    group by n.nspname, c.relname
    order by n.nspname, c.relname`;
}

/** The versions of the applied migrations, in order; empty if the database keeps no list of them. */
async function listMigrations(sql: postgres.TransactionSql): Promise<string[]> {
  const [list] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as is_there`;
  if (!list?.is_there) return [];
  const rows = await sql`select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => String(version));
}

/**
 * Writes all rows into a folder, one part per table, from a single snapshot.
 * @throws Error if the role cannot see every row, or if the database is not this site's
 */
export function takeRows(sql: postgres.Sql, folder: string): Promise<Taken> {
  mkdirSync(join(folder, "rows"), { mode: ownerOnly.folder });
  return sql.begin("isolation level repeatable read read only", async (snapshot) => {
    await snapshot`set local statement_timeout = 0`;
    // Fails with an error if row security would hide rows.
    await snapshot`set local row_security = off`;
    const migrations = await listMigrations(snapshot);
    if (migrations.length === 0) throw new Error("The database has no list of migrations: it is not this site’s.");
    const tables: Table[] = [];
    for (const table of await listTables(snapshot)) {
      const tally = new Tally();
      const file = createWriteStream(join(folder, partOf(table)), { mode: ownerOnly.file, flags: "wx" });
      await pipeline(tallied(readLines(snapshot, table), tally), file);
      tables.push({ ...table, rows: tally.rows, digest: tally.digest() });
    }
    const sequences = await snapshot<Manifest["sequences"]>`
      select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
      where schemaname in ('public', 'private') and last_value is not null order by 1, 2`;
    const stored = await snapshot<{ path: string }[]>`
      select name as path from storage.objects where bucket_id = ${bucketName} order by name collate "C"`;
    const [server] = await snapshot`show server_version`;
    return {
      postgres: String(server?.server_version),
      migrations,
      tables,
      sequences: [...sequences],
      stored: stored.map(({ path }) => path),
    };
  });
}

/**
 * Refuses a project that is already in use. A project counts as new if the site's tables hold only the rows that
 * migrations write.
 * @param paths of the files to restore: an interrupted restore may already have uploaded some of them
 * @throws Error that names the tables that are not empty
 */
export async function requireEmpty(sql: postgres.Sql, paths: readonly string[]): Promise<void> {
  await sql.begin("read only", (transaction) => refuseFilled(transaction, paths));
}

async function refuseFilled(sql: postgres.TransactionSql, paths: readonly string[]): Promise<void> {
  await sql`set local row_security = off`;
  const filled: string[] = [];
  for (const table of await listTables(sql)) {
    if (filledByMigrations.includes(nameOf(table))) continue;
    const [row] = await sql.unsafe(`select exists (select from ${placeOf(table)}) as is_filled`);
    if (row?.is_filled) filled.push(nameOf(table));
  }
  const foreign = await sql`
    select from storage.objects where bucket_id = ${bucketName} and not name = any (${[...paths]}) limit 1`;
  if (foreign.length > 0) filled.push("the bucket of the pictures");
  if (filled.length > 0)
    throw new Error(
      `The project is not empty: ${filled.slice(0, 5).join(", ")}${filled.length > 5 ? ` and ${filled.length - 5} more` : ""}. Restore into a new one, without the samples and before the site is deployed on it.`,
    );
}

/**
 * Loads all rows of a back-up in one transaction into a project that has its tables, then reads them back to compare.
 * @param folder of the back-up
 * @throws Error if the project lacks a table or column, or if the loaded rows differ from the back-up
 */
export async function loadRows(sql: postgres.Sql, folder: string, manifest: Manifest): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await stopTriggers(transaction);
    await refuseFilled(
      transaction,
      manifest.files.map(({ path }) => path),
    );
    await requireSpots(transaction, manifest);
    for (const name of filledByMigrations) await transaction.unsafe(`delete from ${name}`);
    for (const table of manifest.tables) {
      const columns = table.columns.map(({ name }) => quoted(name)).join(", ");
      const target = await transaction.unsafe(`copy ${placeOf(table)} (${columns}) from stdin`).writable();
      await pipeline(createReadStream(join(folder, partOf(table))), target);
    }
    for (const { schema, name, last } of manifest.sequences)
      await transaction`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${last}::bigint)`;
    const faults = await differences(transaction, manifest);
    if (faults.length > 0) throw new Error(`Nothing was loaded:\n${faults.map((line) => `  ${line}`).join("\n")}`);
  });
}

/**
 * Disables triggers and foreign-key checks for this transaction: the rows already contain what triggers produced, and
 * are not loaded in the order that foreign keys need.
 */
async function stopTriggers(sql: postgres.TransactionSql): Promise<void> {
  try {
    // As a plain statement: Supabase allows it to its role postgres through the statement hook of supautils.
    await sql`set local session_replication_role = replica`;
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new Error(
      "This role may not set session_replication_role. At Supabase take the role postgres; elsewhere a superuser runs: grant set on parameter session_replication_role to the role.",
    );
  }
}

/**
 * @throws Error if tables or columns differ from the back-up's; the account tables of a newer project may have more
 * columns
 */
async function requireSpots(sql: postgres.TransactionSql, { tables }: Manifest): Promise<void> {
  const found = await listTables(sql);
  const faults: string[] = [];
  for (const table of tables) {
    const place = found.find((each) => nameOf(each) === nameOf(table));
    const columns = place?.columns.map(({ name }) => name) ?? [];
    const homeless = table.columns.filter(({ name }) => !columns.includes(name)).map(({ name }) => name);
    if (!place) faults.push(`there is no table ${nameOf(table)}`);
    else if (homeless.length > 0) faults.push(`${nameOf(table)} has no column ${homeless.join(", ")}`);
    else if (table.schema !== "auth" && columns.length > table.columns.length)
      faults.push(`${nameOf(table)} has columns that the back-up does not know`);
  }
  for (const each of found)
    if (!tables.some((table) => nameOf(table) === nameOf(each)))
      faults.push(`the back-up has no rows of ${nameOf(each)}`);
  if (faults.length > 0)
    throw new Error(`The back-up does not fit this project:\n${faults.map((line) => `  ${line}`).join("\n")}`);
}

/** Lists the tables whose rows differ from the back-up, one line each. */
async function differences(sql: postgres.TransactionSql, { tables }: Manifest): Promise<string[]> {
  const lines: string[] = [];
  for (const table of tables) {
    const tally = new Tally();
    for await (const some of readLines(sql, table)) tally.add(some);
    if (tally.rows !== table.rows) lines.push(`${nameOf(table)}: ${tally.rows} rows of ${table.rows}`);
    else if (tally.digest() !== table.digest) lines.push(`${nameOf(table)}: its rows are not those of the back-up`);
  }
  return lines;
}
