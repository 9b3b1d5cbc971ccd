import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** For whoever made a back-up alone: it holds addresses and digests of passwords. */
export const ownerOnly = { file: 0o600, folder: 0o700 };

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const table = z.object({
  schema: identifier,
  name: identifier,
  /** what its part has, in this order: every column that is not generated */
  columns: z.array(z.object({ name: identifier, type: z.string().regex(/^[\w (),[\]]+$/) })).min(1),
  rows: count,
  /** SHA-256 of its part, in hexadecimal digits */
  digest,
});

const file = z.object({
  /** in the bucket */
  path: z.string().min(1),
  type: z.string(),
  bytes: count,
  digest,
});

/** What manifest.json of a back-up says; docs/operate.md explains it. */
const manifest = z.object({
  format: z.literal(1),
  takenAt: z.string().datetime(),
  /** of package.json; null where the database had other migrations than the program that made the back-up */
  version: z.string().nullable(),
  /** of the server, such as 17.4 */
  postgres: z.string(),
  /** versions that were applied, in their order */
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  /** the last value that each gave; those that gave none are not there */
  sequences: z.array(z.object({ schema: identifier, name: identifier, last: z.string().regex(/^\d+$/) })),
  files: z.array(file),
  /** paths that the database has on record, and the bucket did not have */
  missing: z.array(z.string()),
});

export type Manifest = z.output<typeof manifest>;
export type Table = Manifest["tables"][number];
export type StoredFile = Manifest["files"][number];

const manifestFile = "manifest.json";
export const partOf = ({ schema, name }: Pick<Table, "schema" | "name">) => join("rows", `${schema}.${name}.copy`);
/** Below the back-up, where no name of a file leads out of it. */
export const placeOf = ({ path }: Pick<StoredFile, "path">) =>
  join(
    "files",
    ...path.split("/").map((part) => encodeURIComponent(part).replace(/^\.+$/, (dots) => dots.replaceAll(".", "%2E"))),
  );

export const rowsOf = ({ tables }: Pick<Manifest, "tables">) => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Written last: a back-up without it is not whole. */
export function writeManifest(folder: string, content: Manifest): void {
  writeFileSync(join(folder, manifestFile), `${JSON.stringify(manifest.parse(content), null, 2)}\n`, {
    mode: ownerOnly.file,
    flag: "wx",
  });
}

/** @throws Error in words where the folder is no back-up, or not a whole one */
export function readManifest(folder: string): Manifest {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) throw new Error(`${folder} is no back-up, or not a whole one: it has no ${manifestFile}.`);
  try {
    return manifest.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new Error(`${path} is damaged, or of a version that this one does not know.`);
  }
}

/** Counts and digests what passes. */
export class Tally {
  #hash = createHash("sha256");
  rows = 0;
  bytes = 0;

  /** @param chunk of a part in PostgreSQL's text format, where a line break only ends a row */
  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.rows += 1;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** What of a back-up is not as its manifest says; a line each. */
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
 * Reads a whole and undamaged back-up.
 * @throws Error that names every part that is damaged
 */
export async function readBackUp(folder: string): Promise<Manifest> {
  const found = readManifest(folder);
  const damage = await damageOf(folder, found);
  if (damage.length > 0) throw new Error(`The back-up is damaged:\n${damage.map((line) => `  ${line}`).join("\n")}`);
  return found;
}

/**
 * Refuses a back-up that another version has written.
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
