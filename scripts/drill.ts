// npm run drill [-- back-up.dump]: restores a backup into a fresh PostgreSQL of this machine and tries whether the site could live on
// it. Without a file it makes one of DATABASE_URL. With SUPABASE_URL and SUPABASE_SECRET_KEY the site remembers when that went well.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { postgresPrograms, startPostgres } from "../harness/serving/postgres.ts";
import { readCommandLine } from "./command-line.ts";
import { makeDump, restoreDump, rowsInDump } from "./drill/dump.ts";
import { journeys } from "./drill/journeys.ts";
import { hostedSupabase } from "./hosted-supabase.ts";

const { DATABASE_URL, SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env;
const usage = `npm run drill -- back-up.dump   tries a backup
npm run drill                   makes one of DATABASE_URL and tries it`;
const [given] = readCommandLine(usage, { allowPositionals: true }).positionals;
const folder = mkdtempSync(join(tmpdir(), "community-drill-"));

try {
  if (!given && !DATABASE_URL) throw new Error("Name a backup, npm run drill -- back-up.dump, or export DATABASE_URL.");
  const programs = postgresPrograms();
  const file = given ? resolve(given) : join(folder, "back-up.dump");
  if (!given && DATABASE_URL) makeDump(programs, DATABASE_URL, file);
  const dumped = await rowsInDump(programs, file);
  const target = await startPostgres(folder, programs);
  let faults: string[];
  try {
    await restoreDump(programs, file, target.url);
    faults = [...(await differences(target.url, dumped)), ...(await walk(target.url))];
  } finally {
    await target.stop();
  }
  const rows = [...dumped.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${dumped.size} tables, ${rows} rows, ${journeys.length} journeys: ${faults.length} wrong`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
  else await note(rows);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Tables whose rows are not as many as in the dump, or of which it has none at all. */
async function differences(url: string, dumped: Map<string, number>): Promise<string[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const tables = await client<{ name: string }[]>`
      select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'auth', 'storage', 'supabase_migrations') order by 1`;
    const faults = [...dumped.keys()]
      .filter((name) => !tables.some((table) => table.name === name))
      .map((name) => `${name}: not restored`);
    for (const { name } of tables) {
      const [row] = await client<{ count: number }[]>`
        select count(*)::int as count from ${client(name)}`;
      const expected = dumped.get(name);
      if (expected === undefined) faults.push(`${name}: the backup has no data of it`);
      else if (row?.count !== expected) faults.push(`${name}: ${row?.count} rows of ${expected}`);
    }
    for (const name of ["auth.users", "public.admin_users", "public.events"])
      if (!dumped.has(name)) faults.push(`${name}: not in the backup`);
    return faults;
  } finally {
    await client.end();
  }
}

/** Takes every journey in a transaction that is taken back. */
async function walk(url: string): Promise<string[]> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const taken = new Error("taken back");
  const faults: string[] = [];
  for (const { title, take } of journeys) {
    try {
      await client.begin(async (transaction) => {
        const fault = await take(transaction);
        if (fault) faults.push(`${title}: ${fault}`);
        throw taken;
      });
    } catch (error) {
      if (error !== taken) faults.push(`${title}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await client.end();
  return faults;
}

async function note(rows: number): Promise<void> {
  if (!SUPABASE_URL || !SUPABASE_SECRET_KEY)
    return console.log("Not noted at the site: SUPABASE_URL and SUPABASE_SECRET_KEY are not exported.");
  const { error } = await hostedSupabase(SUPABASE_URL, SUPABASE_SECRET_KEY).rpc("note_restore_drill", {
    p_row_count: rows,
  });
  if (error) throw new Error(`The drill went well, but the site did not take a note of it: ${error.message}`);
  console.log("Noted at the site.");
}
