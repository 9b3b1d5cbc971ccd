import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "../../../app/platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../../app/platform/database/unavailable.ts";
import { bearer, headersOf, type Reply, send, signIn, type Tokens, target } from "../ask.ts";

const sql = postgres(target.database ?? "", { max: 1, onnotice: () => {} });
const name = `${randomUUID()}.png`;
const read = () => send("GET", `/storage/v1/object/public/event-images/${name}`, {});
const upload = (known: Record<string, string>) =>
  send("POST", `/storage/v1/object/event-images/${name}`, { ...known, "Content-Type": "image/png" }, "picture");
const outcome = ({ status, body }: Reply) => [status, Number(Object(body).statusCode)];
const readAsWorker = () => {
  const env = {
    SUPABASE_URL: target.url,
    SUPABASE_PUBLISHABLE_KEY: target.publishable,
    SUPABASE_SECRET_KEY: target.secret,
  };
  return createDatabase(env, Date.now() + 4000).readFile(`event-images/${name}`);
};
const connectAnew = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'supabase_storage_admin'`;

afterAll(() => sql.end());

test("a missing picture is reported as not found", async () => {
  expect(outcome(await read())).toEqual([400, 404]);
  expect(await readAsWorker()).toBeNull();
});

test("an admin's token without a session on the site cannot write a picture", async () => {
  const { access_token: token } = (await signIn(target.admin)).body as Tokens;
  expect(outcome(await upload(bearer(token)))).toEqual([400, 403]);
});

describe("a storage service that cannot read its table", () => {
  beforeAll(() => sql`revoke select on storage.objects from service_role`);
  afterAll(() => sql`grant select on storage.objects to service_role`);

  test("does not report a picture as missing, and neither does the Worker", async () => {
    expect(outcome(await read())).toEqual([400, 403]);
    await expect(readAsWorker()).rejects.toThrow(DatabaseUnavailable);
  });
});

describe("a database whose transactions are read-only by default", () => {
  const lock = async (on: boolean) => {
    await sql.unsafe(`set default_transaction_read_only = off`);
    await sql.unsafe(`alter database postgres set default_transaction_read_only = ${on ? "on" : "off"}`);
    await connectAnew();
    // The first request only discovers that its connection has ended.
    await read();
  };
  beforeAll(async () => {
    // A session cannot begin once writes are locked.
    await headersOf("admin");
    await lock(true);
  });
  afterAll(() => lock(false));

  test("accepts no picture, but reads still work", async () => {
    expect(outcome(await upload(await headersOf("admin")))).toEqual([400, 503]);
    expect(outcome(await read())).toEqual([400, 404]);
  });
});
