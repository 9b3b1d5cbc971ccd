import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { supabaseProgram, supabaseVariables } from "../../harness/supabase-program.ts";
import type { SourceFile } from "./source.ts";

/** The longest that a migration may wait for a lock, so that a running site is not blocked; it is then retried. */
export const lockTimeout = "set lock_timeout = '4s';";

/** Matches one statement: quoted text and function bodies may contain semicolons. */
const statement = /(?:'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|\bbegin atomic\b[\s\S]*?\nend\b|[^;])+;/gi;
const createsFunction = /^create or replace function (\w+\.\w+)\b/i;
const dropsFunction = /^drop function "?(\w+)"?\."?(\w+)"?\(/i;
const aboutFunction = /^(?:comment on|(?:grant|revoke) .*? on) function "?(\w+)"?\."?(\w+)"?\(/i;
const dropsData = /^drop table\b|\bdrop column\b/i;

/**
 * Builds the text of a migration for a person to review.
 * @param compared the statements that Supabase's comparison proposes
 * @param files of supabase/source; a function whose definition changes is copied whole from its file
 */
export function assembleDraft(compared: string, files: SourceFile[]): string {
  const proposed = [...compared.matchAll(statement)].map(([text]) => text.trim());
  const statements = proposed.filter((text) => !/^set local check_function_bodies/i.test(text));
  const created = new Set(statements.flatMap((text) => createsFunction.exec(text)?.[1] ?? []));
  const dropped = new Set<string>();
  const parts = statements.flatMap((text) => {
    const [, schema, name] = aboutFunction.exec(text) ?? [];
    if (created.has(`${schema}.${name}`)) return [];
    const gone = dropsFunction.exec(text);
    if (gone) dropped.add(`${gone[1]}.${gone[2]}`);
    const own = createsFunction.exec(text)?.[1];
    if (own) return [wholeFunction(own, files, dropped.has(own))];
    return [
      dropsData.test(text) ? `-- dropped: (say why nothing needs it any more)\n${lowerCase(text)}` : lowerCase(text),
    ];
  });
  return `${[lockTimeout, "set check_function_bodies = off;", ...parts].join("\n\n")}\n`;
}

function wholeFunction(name: string, files: SourceFile[], wasDropped: boolean): string {
  const file = files.find(({ text }) => text.startsWith(`create function ${name}(`));
  if (!file) throw new Error(`supabase/source has no file that begins with: create function ${name}(`);
  return file.text.trimEnd().replace(/^create function/, wasDropped ? "create function" : "create or replace function");
}

/** Converts keywords to lowercase, as in our own files; quoted text is unchanged. */
function lowerCase(text: string): string {
  return text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|[A-Z]+/g, (piece) =>
    /^[A-Z]/.test(piece) ? piece.toLowerCase() : piece,
  );
}

/** @returns a file name that sorts after all others: `20261101000100_phone_of_a_message.sql` */
export function fileName(names: string[], about: string): string {
  const last = Math.max(...names.map((name) => Number(name.slice(0, 14))));
  return `${last + 100}_${about}.sql`;
}

/**
 * Compares two databases with Supabase's command line.
 * @returns the draft of a migration from `before` to `after`
 */
export async function draftMigration(before: PGlite, after: PGlite, files: SourceFile[]): Promise<string> {
  const servers = [before, after].map((db) => new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0 }));
  try {
    for (const server of servers) await server.start();
    const [from = "", to = ""] = servers.map(
      (server) => `postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`,
    );
    const [program, ...args] = supabaseProgram();
    const { stdout } = await promisify(execFile)(
      program,
      [...args, "db", "diff", "--use-pg-delta", "--from", from, "--to", to],
      { maxBuffer: 10_000_000, env: { ...supabaseVariables, ...process.env } },
    );
    return assembleDraft(stdout, files);
  } finally {
    for (const server of servers) await server.stop();
  }
}
