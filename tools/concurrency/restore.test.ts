import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseFacts } from "../../app/features/doctor/facts.ts";
import { grantLines, storagePolicies } from "../../app/features/doctor/privileges.ts";
import { type Postgres, startPostgres } from "../../harness/serving/postgres.ts";
import { makeProject } from "../../harness/serving/project.ts";
import { testSettings } from "../../harness/serving/stack.ts";
import { key, manyConnections } from "./at-once.ts";
import { exportedFor, operate, picture, startStorageStandIn, type Upload, uploadPicture } from "./back-ups.ts";
import { startApi, startProject } from "./server.ts";

/**
 * A back-up of a database in use, and two new projects that it is restored into: one where people can sign in, and one
 * with the roles and default grants of an older hosted project, which the embedded Supabase would change.
 */
const { sql, atOnce } = manyConnections();
const source = { database: process.env.CONCURRENCY_DATABASE ?? "", api: process.env.CONCURRENCY_API ?? "" };
const folder = mkdtempSync(join(tmpdir(), "community-restore-"));
const backUp = join(folder, "back-up");
let target: Postgres;
let hosted: Postgres;
/** The uploads its storage service received. */
const uploads: Upload[] = [];
let resource: string;
let taken: { code: number | null; said: string };
let brokenOff: { code: number | null; said: string };
let restored: { code: number | null; said: string };

async function asking<Result>(url: string, work: (client: postgres.Sql) => Promise<Result>): Promise<Result> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Uses the site: a like, a waitlist entry, a reservation, a change by an admin, and a picture. */
async function useSite(): Promise<void> {
  const [admin] = await sql<{ id: string }>("select id from public.admin_users limit 1");
  [{ id: resource } = { id: "" }] = await sql<{ id: string }>(
    "select id from public.education_resources where is_published and deleted_at is null order by created_at, id limit 1",
  );
  await atOnce(1, () => ({
    as: "worker",
    text: "public.set_like($1, 'like', null, $2, $3)",
    parameters: [resource, key(40_001), key(40_001)],
  }));
  await atOnce(1, () => ({
    as: "worker",
    text: "public.join_waitlist('ethereum', 'Keola', 'kept@example.org', '1', false, true)",
  }));
  await sql(
    `insert into public.events (key, title, place, summary, is_published, starts_at, date_precision, attendee_limit, party_limit, takes_reservations)
     values ('kept', E'Kept\\t\\\\ as it\nis', 'Honolulu', 'A summary.', true, now() + interval '30 days', 'exact', 50, 10, true)`,
  );
  await atOnce(1, () => ({
    as: "worker",
    text: "public.join_waitlist('kept', 'Keola', 'kept@example.org', '1', false, true, p_party => 2)",
  }));
  await atOnce(1, () => ({
    as: { account: admin?.id ?? "" },
    text: "update public.education_resources set description = 'Changed before the back-up.' where id = $1 returning 'saved' as answer",
    parameters: [resource],
  }));
  await uploadPicture(source.api);
  await sql(
    "insert into public.pictures (path, alt, width, height) values ($1, 'A pixel', 1, 1)",
    `/uploads/${picture.name}`,
  );
}

beforeAll(async () => {
  await useSite();
  taken = await operate(["back-up.ts", "--to", backUp], exportedFor(source.database, source.api));
  if (taken.code !== 0) throw new Error(taken.said);
  target = await startProject(folder);
  const api = await startApi(folder, target.url, "empty");
  restored = await operate(["restore.ts", backUp], exportedFor(target.url, api.url));
  await api.stop();
  if (restored.code !== 0) throw new Error(restored.said);
  await restoreHosted();
});
afterAll(async () => {
  await target?.stop();
  await hosted?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function restoreHosted(): Promise<void> {
  hosted = await startPostgres(mkdtempSync(join(folder, "hosted-")), undefined, "supabase_admin");
  const owner = await makeProject(hosted.url, "old");
  const columns = await sql<{ line: string }>(
    `select format('alter table auth.%I add column if not exists %I %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod)) as line
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'auth'::regnamespace and c.relname in ('users', 'identities') and c.relkind = 'r'`,
  );
  await asking(hosted.url, (client) => client.unsafe(columns.map(({ line }) => line).join(";")));
  const storage = await startStorageStandIn(uploads);
  await asking(hosted.url, (client) => client`revoke set on parameter session_replication_role from postgres`);
  brokenOff = await operate(["restore.ts", backUp], exportedFor(owner, storage.url));
  await asking(hosted.url, (client) => client`grant set on parameter session_replication_role to postgres`);
  const { code, said } = await operate(["restore.ts", backUp], exportedFor(owner, storage.url));
  await storage.stop();
  if (code !== 0) throw new Error(said);
}

/** The number of rows and their digest for each table, including accounts. */
const contents = (url: string) =>
  asking(url, async (client) => {
    const tables = await client<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private') or schemaname = 'auth' and tablename in ('users', 'identities') order by 1`;
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await client.unsafe(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as rows from ${name} t`,
      );
      found[name] = String(row?.rows);
    }
    return found;
  });

test("a back-up is readable only by its owner, and the output contains no secret", () => {
  for (const name of ["manifest.json", "rows/auth.users.copy", `files/${picture.name}`])
    expect(statSync(join(backUp, name)).mode & 0o777).toBe(0o600);
  for (const name of ["", "rows", "files"]) expect(statSync(join(backUp, name)).mode & 0o777).toBe(0o700);
  expect(taken.said).toMatch(/^Project: \S+\n\d+ tables, \d+ rows, \d+ files: /);
  for (const said of [taken.said, restored.said]) {
    expect(said).not.toContain(testSettings.SUPABASE_SECRET_KEY);
    expect(said).not.toContain("postgres://");
  }
});

test("every row of every table is restored, including accounts and generated columns", async () => {
  const [before, after] = [await contents(source.database), await contents(target.url)];
  expect(after).toEqual(before);
  for (const name of [
    "auth.users",
    "public.articles",
    "public.audit_log",
    "public.pictures",
    "public.reservations",
    "public.resource_likes",
    "public.waitlist_entries",
  ])
    expect(Number.parseInt(after[name] ?? after[name.replace("public", "private")] ?? "", 10), name).toBeGreaterThan(0);
});

test("sequences continue from their last values", async () => {
  const last = (url: string) =>
    asking(
      url,
      (client) => client`
        select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'private') order by 1, 2`,
    );
  const [before, after] = [await last(source.database), await last(target.url)];
  expect([...after]).toEqual([...before]);
  expect(after.filter(({ last_value }) => last_value !== null).length).toBeGreaterThan(0);
});

test("roles have exactly this release's grants, and row security and policies are in place", async () => {
  const facts = databaseFacts.parse(
    (await asking(hosted.url, (client) => client`select public.doctor() as facts`))[0]?.facts,
  );
  expect([...facts.tables, ...facts.functions].sort()).toEqual([...grantLines].sort());
  expect(facts.storage_policies).toEqual(storagePolicies);
  expect(facts.open_tables).toEqual([]);
  const policies = (url: string) =>
    asking(
      url,
      (client) => client`
        select schemaname, tablename, policyname, roles::text, cmd, qual, with_check from pg_policies order by 1, 2, 3`,
    );
  expect([...(await policies(hosted.url))]).toEqual([...(await policies(source.database))]);
});

test("the storage service gets the file as the admin sent it, each time", () => {
  const upload = {
    path: `/storage/v1/object/event-images/${picture.name}`,
    type: "image/png",
    cacheControl: "max-age=31536000",
    bytes: picture.bytes,
  };
  expect(uploads).toEqual([upload, upload]);
});

test("a role that may not stop triggers is told what to do, and an interrupted restore can be run again", () => {
  expect(brokenOff.said).toContain(
    "This role may not set session_replication_role. At Supabase take the role postgres",
  );
  expect(brokenOff.code).toBe(1);
});

test("a back-up fails if its files are missing, and leaves nothing behind", async () => {
  const storage = await startStorageStandIn([]);
  const take = (url: string) =>
    operate(["back-up.ts", "--to", join(folder, "failed")], exportedFor(source.database, url));
  const refused = await take(storage.url);
  await storage.stop();
  expect(refused.said).toContain("The storage gave none of the files that are on record");
  expect(refused.code).toBe(1);
  const silent = await take(storage.url);
  expect(silent.said).toContain(`The storage did not give ${picture.name}: `);
  expect(silent.code).toBe(1);
  expect(readdirSync(folder).filter((name) => name.startsWith("failed"))).toEqual([]);
});

test("a project that already has rows is refused", async () => {
  const again = await operate(["restore.ts", backUp], exportedFor(target.url, source.api));
  expect(again.said).toContain("The project is not empty: auth.users, private.");
  expect(again.code).toBe(1);
});

test("on the restored project people sign in, like and join waitlists as before, and see the picture", async () => {
  const api = await startApi(folder, target.url);
  try {
    const post = async (path: string, apikey: string | undefined, body: object) => {
      const headers = { apikey: apikey ?? "", "Content-Type": "application/json" };
      const answer = await fetch(`${api.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    const { SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = testSettings;
    const credentials = { email: testSettings.LOCAL_ADMIN_EMAIL, password: testSettings.LOCAL_ADMIN_PASSWORD };
    expect((await post("/auth/v1/token?grant_type=password", publishable, credentials)).status).toBe(200);
    const wrong = { ...credentials, password: "something else" };
    expect((await post("/auth/v1/token?grant_type=password", publishable, wrong)).status).toBe(400);

    const likes = async () => {
      const [row] = await asking(
        target.url,
        (client) =>
          client`select sum(likes)::int as likes from private.resource_like_counts where resource_id = ${resource}`,
      );
      return row?.likes;
    };
    const like = { p_resource: resource, p_intent: "like", p_visitor_key: key(40_002), p_ip_key: key(40_002) };
    const before = await likes();
    expect((await post("/rest/v1/rpc/set_like", secret, like)).body).toBe("liked");
    expect(await likes()).toBe(before + 1);

    const join = {
      p_event: "ethereum",
      p_name: "Keola",
      p_email: "kept@example.org",
      p_consent_version: "1",
      p_suspected_spam: false,
      p_forward: true,
    };
    expect((await post("/rest/v1/rpc/join_waitlist", secret, join)).body).toBe("already-joined");
    expect((await post("/rest/v1/rpc/join_waitlist", secret, { ...join, p_email: "new@example.org" })).body).toBe(
      "joined",
    );

    const shown = await fetch(`${api.url}/storage/v1/object/public/event-images/${picture.name}`);
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture.bytes);
  } finally {
    await api.stop();
  }
});

test("the content of a back-up can be read without this program", () => {
  const manifest = JSON.parse(readFileSync(join(backUp, "manifest.json"), "utf8"));
  const events = manifest.tables.find((table: { name: string }) => table.name === "events");
  const lines = readFileSync(join(backUp, "rows/public.events.copy"), "utf8").trimEnd().split("\n");
  expect(lines.length).toBe(events.rows);
  expect(lines[0]?.split("\t").length).toBe(events.columns.length);
});
