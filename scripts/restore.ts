// npm run restore -- FOLDER [--env staging|production]: restores a back-up into a new project: the tables of this
// version, the files, the rows.
import { resolve } from "node:path";
import { migrate } from "../harness/serving/postgres.ts";
import { bringFiles } from "./back-up/bucket.ts";
import { connect, findProject } from "./back-up/connection.ts";
import { readBackUp, requireSameMigrations, rowsOf } from "./back-up/format.ts";
import { loadRows, requireEmpty } from "./back-up/rows.ts";
import { readCommandLine, refuse } from "./command-line.ts";
import { environments } from "./deployed-settings.ts";
import { listOwnMigrations } from "./own-migrations.ts";

const usage = `npm run restore -- FOLDER --env staging|production
npm run restore -- FOLDER    into the project that SUPABASE_URL, SUPABASE_SECRET_KEY and DATABASE_URL name`;
const { positionals, values } = readCommandLine(usage, {
  allowPositionals: true,
  options: { env: { type: "string" } },
});
const [given, ...more] = positionals;
if (given === undefined || more.length > 0 || (values.env !== undefined && !environments.includes(values.env)))
  refuse(usage);

try {
  await restore(resolve(given));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function restore(folder: string): Promise<void> {
  const manifest = await readBackUp(folder);
  requireSameMigrations(manifest, listOwnMigrations());
  const project = await findProject(values.env);
  const sql = connect(project.databaseUrl);
  try {
    await requireEmpty(
      sql,
      manifest.files.map(({ path }) => path),
    );
    console.log("Applying the migrations …");
    await migrate(project.databaseUrl, "none");
    console.log(`Uploading ${manifest.files.length} files …`);
    await bringFiles(project, folder, manifest.files);
    console.log(`Loading ${rowsOf(manifest)} rows …`);
    await loadRows(sql, folder, manifest);
  } finally {
    await sql.end();
  }
  console.log(`Restored: each of ${manifest.tables.length} tables has the rows of ${manifest.takenAt}.`);
  console.log("What is left to do: docs/operate.md, After any restore.");
}
