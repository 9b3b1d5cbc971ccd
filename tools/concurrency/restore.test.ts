import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Postgres, postgresPrograms, startPostgres } from "../../harness/serving/postgres.ts";
import { testSettings } from "../../harness/serving/stack.ts";
import { key, manyConnections } from "./at-once.ts";
import { startApi } from "./server.ts";

/** A back-up of a database that has been used, and an empty cluster into which it is restored: the commands of docs/operate.md. */
const { sql, atOnce } = manyConnections();
const source = process.env.CONCURRENCY_DATABASE ?? "";
const folder = mkdtempSync(join(tmpdir(), "community-restore-"));
let target: Postgres;
let resource: string;

beforeAll(async () => {
  target = await startPostgres(folder);
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
  await atOnce(1, () => ({
    as: { account: admin?.id ?? "" },
    text: "update public.education_resources set description = 'Changed before the back-up.' where id = $1 returning 'saved' as answer",
    parameters: [resource],
  }));
  await sql(
    "insert into storage.objects (bucket_id, name, owner_id) values ('event-images', 'posters/kept.webp', $1)",
    admin?.id,
  );

  const program = (name: string) => join(postgresPrograms(), name);
  const file = join(folder, "back-up.dump");
  execFileSync(program("pg_dump"), ["--format=custom", `--file=${file}`, source]);
  const roles = execFileSync(program("pg_dumpall"), ["--roles-only", "--no-role-passwords", `--dbname=${source}`]);
  // The role postgres is there already, and psql says so.
  execFileSync(program("psql"), ["--quiet", target.url], { input: roles, stdio: ["pipe", "ignore", "ignore"] });
  execFileSync(program("pg_restore"), ["--exit-on-error", "--single-transaction", `--dbname=${target.url}`, file]);
});
afterAll(async () => {
  await target?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function asking<Result>(url: string, work: (client: postgres.Sql) => Promise<Result>): Promise<Result> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Number and digest of the rows of each table, the accounts and the files' records included. */
const contents = (url: string) =>
  asking(url, async (client) => {
    const tables = await client<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth', 'storage', 'supabase_migrations') order by 1`;
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await client.unsafe(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as rows from ${name} t`,
      );
      found[name] = String(row?.rows);
    }
    return found;
  });

/** Who may do what, and which rules hold. */
const rules = (url: string) =>
  asking(
    url,
    (client) => client`
      select 'table' as kind, c.oid::regclass::text as name, relrowsecurity as is_secured,
        (select array_agg(a::text order by a::text) from unnest(relacl) a) as grants
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
      union all
      select 'function', p.oid::regprocedure::text, prosecdef, (select array_agg(a::text order by a::text) from unnest(proacl) a)
      from pg_proc p where pronamespace = 'public'::regnamespace
      union all
      select 'policy', tablename || ': ' || policyname, true, array[coalesce(qual, '') || ' / ' || coalesce(with_check, '')]
      from pg_policies where schemaname in ('public', 'storage')
      order by 1, 2`,
  );

test("every row of every table comes back, accounts and files' records included", async () => {
  const [before, after] = [await contents(source), await contents(target.url)];
  expect(after).toEqual(before);
  for (const name of [
    "auth.users",
    "storage.objects",
    "public.audit_log",
    "public.resource_likes",
    "public.waitlist_entries",
  ])
    expect(Number.parseInt(after[name] ?? "", 10)).toBeGreaterThan(0);
});

test("so do grants, row security and policies", async () => {
  const [before, after] = [await rules(source), await rules(target.url)];
  expect(after).toEqual(before);
  expect(after.length).toBeGreaterThan(80);
});

test("and on what is restored people sign in, like and wait as before", async () => {
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

    const like = { p_resource: resource, p_intent: "like", p_visitor_key: key(40_002), p_ip_key: key(40_002) };
    const [before] = await asking(
      target.url,
      (client) =>
        client`select sum(likes)::int as likes from public.resource_like_counts where resource_id = ${resource}`,
    );
    expect((await post("/rest/v1/rpc/set_like", secret, like)).body).toBe("liked");
    const [after] = await asking(
      target.url,
      (client) =>
        client`select sum(likes)::int as likes from public.resource_like_counts where resource_id = ${resource}`,
    );
    expect(after?.likes).toBe(before?.likes + 1);

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
  } finally {
    await api.stop();
  }
});
