// npm run drill -- FOLDER [--env staging|production]: restores a back-up into two fresh PostgreSQL servers on this
// machine, one with the default grants of older projects and one without, and checks that the site could run on it. The
// site records when that succeeded.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ageText, secondsSince } from "../app/features/doctor/heartbeats.ts";
import { migrate, startPostgres } from "../harness/serving/postgres.ts";
import { makeProject } from "../harness/serving/project.ts";
import { connect } from "./back-up/connection.ts";
import { type Manifest, readBackUp, requireSameMigrations, rowsOf } from "./back-up/format.ts";
import { loadRows } from "./back-up/rows.ts";
import { readCommandLine, refuse } from "./command-line.ts";
import { environments, readDeployed } from "./deployed-settings.ts";
import { addAccountColumns, askDoctor, findLostPictures, newestRow, walk } from "./drill/examine.ts";
import { journeys } from "./drill/journeys.ts";
import { hostedSupabase } from "./hosted-supabase.ts";
import { listOwnMigrations } from "./own-migrations.ts";
import { askSecret } from "./terminal.ts";

const usage = `npm run drill -- FOLDER                            tries a back-up
npm run drill -- FOLDER --env staging|production   and has that site remember when it went well`;
const { positionals, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { env: { type: "string" } },
});
const [given, ...more] = positionals;
if (given === undefined || more.length > 0 || (values.env !== undefined && !environments.includes(values.env)))
  refuse(usage);

try {
  await drill(resolve(given));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function drill(folder: string): Promise<void> {
  const manifest = await readBackUp(folder);
  requireSameMigrations(manifest, listOwnMigrations());
  console.log(`Taken ${ageOf(manifest.takenAt)}, of version ${manifest.version}, PostgreSQL ${manifest.postgres}.`);
  const faults: string[] = [];
  let newest: string | null = null;
  for (const grants of ["old", "new"] as const) {
    const found = await restoreHere(folder, manifest, grants);
    newest = found.newest;
    faults.push(...found.faults.map((fault) => `${grants} default grants: ${fault}`));
  }
  const { tables, files } = manifest;
  console.log(
    `${tables.length} tables, ${rowsOf(manifest)} rows, ${files.length} files, ${journeys.length} journeys: ${faults.length} wrong`,
  );
  for (const fault of faults) console.log(`  ${fault}`);
  console.log(newest ? `The newest row is from ${ageOf(newest)}.` : "No row says when the site last wrote something.");
  if (faults.length > 0) process.exitCode = 1;
  else await note(rowsOf(manifest));
}

function ageOf(time: string): string {
  return `${ageText(secondsSince(time, Date.now()))} ago (${time.slice(0, 16)}Z)`;
}

/** Restores as npm run restore does, except for the files: there is no storage service here. */
async function restoreHere(
  folder: string,
  manifest: Manifest,
  grants: "old" | "new",
): Promise<{ faults: string[]; newest: string | null }> {
  const place = mkdtempSync(join(tmpdir(), "community-drill-"));
  try {
    const cluster = await startPostgres(place, undefined, "supabase_admin");
    try {
      const owner = await makeProject(cluster.url, grants);
      await addAccountColumns(cluster.url, manifest);
      await migrate(owner, "none");
      const sql = connect(owner);
      try {
        await loadRows(sql, folder, manifest);
        const faults = [
          ...(await askDoctor(sql, listOwnMigrations())),
          ...(await findLostPictures(sql, manifest)),
          ...(await walk(sql)),
        ];
        return { faults, newest: await newestRow(sql) };
      } finally {
        await sql.end();
      }
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Records at the site that its back-up is good, if --env names the site, or SUPABASE_URL and the key are exported. */
async function note(rows: number): Promise<void> {
  const url = values.env ? String(readDeployed(values.env).vars.SUPABASE_URL) : process.env.SUPABASE_URL;
  const question = "The project’s secret key, to note this at the site (not shown; nothing: it is not noted)";
  const canAsk = values.env !== undefined && process.stdin.isTTY;
  const key = process.env.SUPABASE_SECRET_KEY || (canAsk ? await askSecret(question) : "");
  if (!url || !key)
    return console.log("Not noted at the site: that takes --env, or SUPABASE_URL, and SUPABASE_SECRET_KEY.");
  const { error } = await hostedSupabase(url, key).rpc("note_restore_drill", { p_row_count: rows });
  if (error) throw new Error(`The drill went well, but the site did not take a note of it: ${error.message}`);
  console.log("Noted at the site.");
}
