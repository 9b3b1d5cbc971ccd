import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { takeRows } from "./rows.ts";

// Loading needs COPY from a client, which the embedded database does not support; npm run concurrency tests it.
let folder: string;
let db: PGlite;
let server: PGLiteSocketServer;
let sql: postgres.Sql;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "back-up-test-"));
  cpSync(process.env.TEST_DATABASE_TEMPLATE ?? "", join(folder, "data"), { recursive: true });
  db = await PGlite.create(join(folder, "data"));
  server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0 });
  await server.start();
  sql = postgres(`postgresql://postgres:postgres@${server.getServerConn()}/postgres?sslmode=disable`, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await server.stop();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

it("writes the same part whatever the physical order of rows, so that a restore can compare parts", async () => {
  const take = async (name: string) => {
    mkdirSync(join(folder, name));
    const { tables } = await takeRows(sql, join(folder, name));
    return new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]));
  };
  const firstTitle = "select title from public.education_resources limit 1";
  const before = await take("before");
  const [first] = await sql.unsafe(firstTitle);
  await sql.unsafe(`
    begin;
    set local session_replication_role = replica;
    update public.education_resources set title = title where ctid = (select min(ctid) from public.education_resources);
    commit`);
  expect(await sql.unsafe(firstTitle), "another row is the first").not.toEqual([first]);
  expect(await take("after")).toEqual(before);
  const resources = readFileSync(join(folder, "after/rows/public.education_resources.copy"), "utf8");
  expect(resources.trimEnd().split("\n")).toHaveLength(before.get("public.education_resources")?.rows ?? 0);
});
