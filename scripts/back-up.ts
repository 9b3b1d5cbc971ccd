// npm run back-up [-- --env staging|production] [--to FOLDER]: writes a consistent snapshot of all rows, and the files
// of the bucket, into a folder.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import packageFile from "../package.json" with { type: "json" };
import { takeFiles } from "./back-up/bucket.ts";
import { connect, findProject } from "./back-up/connection.ts";
import { type Manifest, ownerOnly, rowsOf, writeManifest } from "./back-up/format.ts";
import { takeRows } from "./back-up/rows.ts";
import { readCommandLine, refuse } from "./command-line.ts";
import { environments } from "./deployed-settings.ts";
import { listOwnMigrations } from "./own-migrations.ts";

const usage = `npm run back-up -- --env staging|production [--to FOLDER]
npm run back-up [-- --to FOLDER]    of the project that SUPABASE_URL, SUPABASE_SECRET_KEY and DATABASE_URL name

Without --to: into a folder of its own in back-ups/.`;
const { values } = readCommandLine(usage, { options: { env: { type: "string" }, to: { type: "string" } } });
if (values.env !== undefined && !environments.includes(values.env)) refuse(usage);

try {
  await backUp();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function backUp(): Promise<void> {
  const project = await findProject(values.env);
  const takenAt = new Date().toISOString();
  const folder = resolve(values.to ?? `back-ups/${project.name}-${takenAt.slice(0, 19).replaceAll(":", "")}Z`);
  if (existsSync(folder)) throw new Error(`${folder} is there already.`);
  const unfinished = `${folder}.unfinished`;
  mkdirSync(dirname(folder), { recursive: true, mode: ownerOnly.folder });
  mkdirSync(unfinished, { mode: ownerOnly.folder });
  const sql = connect(project.databaseUrl);
  try {
    const { stored, ...taken } = await takeRows(sql, unfinished);
    const { files, missing } = await takeFiles(project, unfinished, stored);
    const isSame = JSON.stringify(taken.migrations) === JSON.stringify(listOwnMigrations());
    const version = isSame ? packageFile.version : null;
    writeManifest(unfinished, { format: 1, takenAt, version, ...taken, files, missing });
    renameSync(unfinished, folder);
    report(folder, { ...taken, files, missing }, isSame);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    await sql.end();
  }
}

function report(
  folder: string,
  { tables, files, missing }: Pick<Manifest, "tables" | "files" | "missing">,
  isSame: boolean,
): void {
  const name = relative("", folder);
  console.log(`${tables.length} tables, ${rowsOf({ tables })} rows, ${files.length} files: ${name}`);
  if (missing.length > 0)
    console.log(`On record, and not in the bucket: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? " …" : ""}`);
  if (!isSame)
    console.log("The database has other migrations than this checkout: it is restored by the version that runs.");
  const env = values.env ? ` --env ${values.env}` : "";
  console.log(`It holds addresses and digests of passwords: keep it encrypted. Try it: npm run drill -- ${name}${env}`);
}
