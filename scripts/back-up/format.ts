import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Only for the user who made the back-up: it holds email addresses and password hashes. */
export const ownerOnly = { file: 0o600, folder: 0o700 };

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const table = z.object({
  schema: identifier,
  name: identifier,
  /** The columns of its part, in this order: every column that is not generated. */
  columns: z.array(z.object({ name: identifier, type: z.string().regex(/^[\w (),[\]]+$/) })).min(1),
  rows: count,
  /** SHA-256 of its part, in hexadecimal. */
  digest,
});

const file = z.object({
  /** The path in the bucket. */
  path: z.string().min(1),
  type: z.string(),
  bytes: count,
  digest,
});

/** The content of a back-up's manifest.json; docs/operate.md explains it. */
const manifest = z.object({
  format: z.literal(1),
  takenAt: z.string().datetime(),
  /** The version in package.json; null if the database had other migrations than the program that made the back-up. */
  version: z.string().nullable(),
  /** The server version, such as 17.4. */
  postgres: z.string(),
  /** The versions of the applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  /** The last value of each sequence; unused sequences are not listed. */
  sequences: z.array(z.object({ schema: identifier, name: identifier, last: z.string().regex(/^\d+$/) })),
  files: z.array(file),
  /** Paths that the database has on record but the bucket did not have. */
  missing: z.array(z.string()),
});

export type Manifest = z.output<typeof manifest>;
export type Table = Manifest["tables"][number];
export type StoredFile = Manifest["files"][number];

const manifestFile = "manifest.json";
export const partOf = ({ schema, name }: Pick<Table, "schema" | "name">) => join("rows", `${schema}.${name}.copy`);
/** Path inside the back-up folder; encoded so that no file name can point outside it. */
export const placeOf = ({ path }: Pick<StoredFile, "path">) =>
  join(
    "files",
    ...path.split("/").map((part) => encodeURIComponent(part).replace(/^\.+$/, (dots) => dots.replaceAll(".", "%2E"))),
  );

export const rowsOf = ({ tables }: Pick<Manifest, "tables">) => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Writes the manifest. It is written last: a back-up without it is incomplete. */
export function writeManifest(folder: string, content: Manifest): void {
  writeFileSync(join(folder, manifestFile), `${JSON.stringify(manifest.parse(content), null, 2)}\n`, {
    mode: ownerOnly.file,
    flag: "wx",
  });
}

/** @throws Error with a readable message if the folder is not a back-up, or an incomplete or damaged one */
export function readManifest(folder: string): Manifest {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) throw new Error(`${folder} is no back-up, or not a whole one: it has no ${manifestFile}.`);
  try {
    return manifest.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new Error(`${path} is damaged, or of a version that this one does not know.`);
  }
}

/** Counts and hashes the chunks that pass through. */
export class Tally {
  #hash = createHash("sha256");
  rows = 0;
  bytes = 0;

  /** @param chunk of a part in PostgreSQL's text format, where a line break always ends a row */
  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.rows += 1;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** Lists the parts that do not match the manifest, one line each. */
export async function damageOf(folder: string, { tables, files }: Manifest): Promise<string[]> {
  const parts = [
    ...tables.map((each) => ({ place: partOf(each), ...each })),
    ...files.map((each) => ({ place: placeOf(each), ...each })),
  ];
  const lines: string[] = [];
  for (const { place, digest: expected } of parts) {
    const tally = new Tally();
    try {
      for await (const chunk of createReadStream(join(folder, place))) tally.add(chunk);
      if (tally.digest() !== expected) lines.push(`${place} is not what was written`);
    } catch (error) {
      lines.push(`${place} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return lines;
}

/**
 * Reads the manifest of a back-up and verifies all parts.
 * @throws Error that names every damaged part
 */
export async function readBackUp(folder: string): Promise<Manifest> {
  const found = readManifest(folder);
  const damage = await damageOf(folder, found);
  if (damage.length > 0) throw new Error(`The back-up is damaged:\n${damage.map((line) => `  ${line}`).join("\n")}`);
  return found;
}

/**
 * Refuses a back-up that was made with other migrations than this checkout's.
 * @param here versions of this checkout's migrations
 * @throws Error that says which version to check out
 */
export function requireSameMigrations({ migrations, version }: Manifest, here: readonly string[]): void {
  if (JSON.stringify(migrations) === JSON.stringify(here)) return;
  const last = migrations.at(-1);
  throw new Error(
    version
      ? `The back-up is of version ${version}: git switch --detach v${version}, and try again. Its last migration is ${last}, that of this version ${here.at(-1)}.`
      : `The back-up is of another version: check out the one whose last migration is ${last}, and try again. That of this version is ${here.at(-1)}.`,
  );
}
