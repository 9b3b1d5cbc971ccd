import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../../harness/processes.ts";

/** One file of supabase/source: the hand-written SQL of one table, function or rule. */
export interface SourceFile {
  /** Path below supabase/source, such as `events/tables.sql`. */
  path: string;
  text: string;
}

/**
 * The part of a database client that is needed here; PGlite has it, as does a PostgreSQL client with one connection.
 */
export interface Statements {
  exec(statements: string): Promise<unknown>;
}

const folder = join(project, "supabase/source");

/** Files load by kind: all tables first, then all functions, then all rules. */
const phaseOf = ({ path }: SourceFile) =>
  /\/(tables|outcomes)\.sql$/.test(path)
    ? 1
    : path.endsWith("/rules.sql")
      ? 3
      : ["schema.sql", "traits.sql", "values.sql"].includes(path)
        ? 0
        : 2;

/** Turns the lines above a function, which say what it promises, into its comment in the database. */
function withComment(text: string): string {
  const [, lines, name] = /^((?:-- .+\n)+)create function ([\w.]+)\(/.exec(text) ?? [];
  if (!lines) return text;
  const promise = lines.replaceAll(/^-- /gm, "").trim().replaceAll("\n", " ").replaceAll("'", "''");
  return `${text.slice(lines.length)}\ncomment on function ${name} is\n  '${promise}';\n`;
}

/** @returns all files of supabase/source: schemas, traits and values, then all tables, functions and rules */
export function sourceFiles(): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: file.slice(folder.length + 1).replaceAll("\\", "/"),
      text: withComment(readFileSync(file, "utf8")),
    }))
    .sort((a, b) => phaseOf(a) - phaseOf(b));
}

/**
 * Loads the source into an empty database that has Supabase's schemas. A file that refers to something not yet created
 * is retried after the other files of its round, so no list of dependencies is needed.
 * @returns the files in the order in which they loaded
 * @throws Error with PostgreSQL's message for each file that still fails when no other file loads either
 */
export async function loadSource(database: Statements, files: SourceFile[] = sourceFiles()): Promise<SourceFile[]> {
  const loaded: SourceFile[] = [];
  let pending = files;
  await database.exec("begin");
  while (pending.length > 0) {
    const failed: { file: SourceFile; reason: string }[] = [];
    for (const file of pending) {
      try {
        await database.exec(`savepoint before_file;\n${file.text}\nrelease savepoint before_file;`);
        loaded.push(file);
      } catch (error) {
        await database.exec("rollback to savepoint before_file");
        failed.push({ file, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    if (failed.length === pending.length) {
      await database.exec("rollback");
      const reasons = failed.map(({ file, reason }) => `supabase/source/${file.path}: ${reason}`);
      throw new Error(`${reasons.length} files do not load, some because of others:\n${reasons.join("\n")}`);
    }
    pending = failed.map(({ file }) => file);
  }
  await database.exec("commit");
  return loaded;
}
