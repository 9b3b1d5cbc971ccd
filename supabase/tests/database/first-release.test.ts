import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sql, withDatabase } from "../../../harness/serving/embedded-supabase.ts";
import { testSettings } from "../../../harness/serving/stack.ts";

type Row = Record<string, unknown>;
interface Held {
  /** table → its rows, as text in one order */
  rows: Record<string, Row[]>;
  /** what a Worker may call: name → the names of its arguments, those with a default apart */
  functions: Record<string, { required: string[]; optional: string[] }>;
}

/** The last migration of the first release. */
const lastOfFirst = "20261101002600";
/** What that release called and no later one does, taken away once there were releases in between. */
const contracted = ["record_sign_in", "sign_in_allowed"];
const folder = mkdtempSync(join(tmpdir(), "first-release-"));
const project = process.cwd();
const migrations = join(project, "supabase/migrations");
const admin = "00000000-0000-4000-8000-0000000000a1";
let sql: <Result = Row>(text: string, ...parameters: unknown[]) => Promise<Result[]>;
let before: Held;
let after: Held;
let applied: string[];
let finish: () => void;
let opened: Promise<unknown>;

const isOfFirst = (file: string) => file.slice(0, lastOfFirst.length) <= lastOfFirst;
const addMigrations = (chosen: (file: string) => boolean) => {
  for (const file of readdirSync(migrations).filter(chosen)) {
    cpSync(join(migrations, file), join(folder, "supabase/migrations", file));
  }
};

async function holdings(database: Sql): Promise<Held> {
  const tables = await database.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'auth', 'storage')
     where c.relkind = 'r' order by 1`,
  );
  const rows: Held["rows"] = {};
  for (const { name } of tables.rows) {
    const found = await database.query(`select to_jsonb(t) as row from ${name} t`);
    const list = found.rows.map(({ row }) => row as Row);
    rows[name as string] = list.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  }
  const functions = await database.query(
    `select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as names, p.pronargdefaults as defaults from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and exists (select from unnest(array['anon', 'authenticated', 'service_role']) r (role) where has_function_privilege(r.role, p.oid, 'execute'))`,
  );
  return {
    rows,
    functions: Object.fromEntries(
      functions.rows.map(({ name, names, defaults }) => {
        const known = names as string[];
        const required = known.length - Number(defaults);
        return [name, { required: known.slice(0, required), optional: known.slice(required) }];
      }),
    ),
  };
}

/** The columns that tell a row from its neighbours. */
const idOf = (row: Row) =>
  JSON.stringify([row.id, row.day, row.kind, row.resource_id, row.account_key, row.version, row.name]);

beforeAll(async () => {
  mkdirSync(join(folder, "supabase/migrations"), { recursive: true });
  // Migrations are looked for below the working folder.
  process.chdir(folder);
  Object.assign(process.env, testSettings, { SUPABASE_DATA: join(folder, "database"), SUPABASE_PORT: "1" });
  addMigrations(isOfFirst);
  await withDatabase(async (database) => {
    await database.exec(readFileSync(join(project, "supabase/tests/fixtures/first-release.sql"), "utf8"));
    before = await holdings(database);
  });

  addMigrations((file) => !isOfFirst(file));
  applied = readdirSync(migrations).filter((file) => !isOfFirst(file));
  await new Promise<void>((ready, failed) => {
    opened = withDatabase(async (database) => {
      after = await holdings(database);
      sql = async <Result>(text: string, ...parameters: unknown[]) =>
        (await database.query(text, parameters)).rows as Result[];
      await new Promise<void>((done) => {
        finish = done;
        ready();
      });
    });
    opened.catch(failed);
  });
}, 120_000);

afterAll(async () => {
  finish?.();
  await opened;
  process.chdir(project);
  rmSync(folder, { recursive: true, force: true });
});

const as = async <Value>(role: "anon" | "authenticated" | "service_role", call: string): Promise<Value> => {
  await sql(
    "select set_config('request.jwt.claims', $1, false), set_config('request.jwt.claim.sub', $2, false)",
    JSON.stringify({ role, ...(role === "authenticated" && { sub: admin }) }),
    role === "authenticated" ? admin : "",
  );
  await sql(`set role ${role}`);
  try {
    const [row] = await sql<{ answer: Value }>(`select ${call} as answer`);
    return row?.answer as Value;
  } finally {
    await sql("reset role");
  }
};

describe("newer migrations apply to the data of the first release", () => {
  it("the fixture has rows in every table of that release, and there is something newer to apply", () => {
    const empty = Object.entries(before.rows).filter(([name, rows]) => name.startsWith("public.") && rows.length === 0);
    expect(empty).toEqual([]);
    expect(Object.keys(before.rows).filter((name) => name.startsWith("public."))).toHaveLength(14);
    expect(applied.length).toBeGreaterThan(0);
  });

  it("and lose nothing: every row is there, with every value that it had", () => {
    // What a bucket takes is no content of anybody's.
    const settled: Record<string, Row> = { "storage.buckets": { allowed_mime_types: expect.any(Array) } };
    const { "public.resource_like_counts": counts, ...others } = before.rows;
    for (const [table, rows] of Object.entries(others)) {
      const kept = rows.map((row) => expect.objectContaining({ ...row, ...settled[table] }));
      expect([table, after.rows[table]]).toEqual([table, kept]);
    }
    // The number of likes has come apart into counters that are added up.
    const sum = (rows: Row[] = []) => rows.reduce((total, { likes }) => total + Number(likes), 0);
    expect(sum(counts)).toBe(4);
    expect(sum(after.rows["public.resource_like_counts"])).toBe(4);
    expect(after.rows["public.resource_like_counts"]).toHaveLength(4);
  });

  it("and keep what the Worker of that release calls, by the names of its arguments, but for what was contracted since", () => {
    expect(
      Object.keys(before.functions)
        .filter((name) => !after.functions[name])
        .sort(),
    ).toEqual(contracted);
    for (const [name, old] of Object.entries(before.functions)) {
      if (contracted.includes(name)) continue;
      const now = after.functions[name];
      expect([name, now?.required.filter((argument) => !old.required.includes(argument))]).toEqual([name, []]);
      const known = [...(now?.required ?? []), ...(now?.optional ?? [])];
      expect([name, known]).toEqual([name, expect.arrayContaining([...old.required, ...old.optional])]);
    }
  });
});

describe("on that data the newer functions work", () => {
  it("the library counts its likes, and the dashboard its rows", async () => {
    expect(await as("anon", "public.education_page('resources')")).toMatchObject({
      total: 1,
      resources: [{ title: "Ledgers of Hawaiʻi", likes_count: 4 }],
    });
    expect(await as("authenticated", "public.dashboard()")).toMatchObject({
      counts: { tabs: 2, resources: 2, events: 3, waitlist: 3, subscribers: 1, messages: 2, likes: 4, admins: 2 },
      attention: { new_messages: 1, spam_entries: 1, spam_subscribers: 1, spam_messages: 1 },
    });
  });

  it("the articles and guides that came as files are read, and the site says its own words", async () => {
    const { articles, total } = await as<{ articles: Row[]; total: number }>(
      "service_role",
      "public.articles_page('article', 1, 12)",
    );
    expect([total, articles.map(({ slug }) => slug)]).toEqual([
      3,
      ["what-a-ledger-can-do-for-an-island", "keys-custody-and-common-sense", "reading-the-bitcoin-paper"],
    ]);
    for (const [kind, slug] of [
      ["article", "reading-the-bitcoin-paper"],
      ["guide", "faqs"],
    ]) {
      const read = await as<Row>("service_role", `public.article_page('${kind}', '${slug}', 'test')`);
      expect(read).toMatchObject({ slug, html: expect.stringContaining("<p>"), words: expect.any(Number) });
    }
    expect(await as("authenticated", "public.admin_articles('', '', 1)")).toMatchObject({ total: 6 });
    expect(after.rows["public.site_settings"]).toMatchObject([{ settings: {} }]);
  });

  it("tabs and resources are put in order, by the forms of that release too", async () => {
    const [first, last] = await sql("select id from public.education_tabs order by display_order, label, id");
    expect(await as("authenticated", `public.place_tab('${last?.id}', 1)`)).toBe("placed");
    expect(await as("authenticated", `public.place_tab('${last?.id}', 2, 1)`)).toBe("placed");
    expect(await as("authenticated", `public.place_tab('${first?.id}', 2, 2)`)).toBe("changed");
    const resource = "00000000-0000-4000-8000-0000000000c1";
    expect(await as("authenticated", `public.place_resource('${resource}', 1)`)).toBe("placed");
  });

  it("visitors join, write, subscribe and like", async () => {
    expect(
      await as("service_role", "public.join_waitlist('bitcoin', 'Lani', 'lani@example.org', '1', false, true)"),
    ).toBe("joined");
    expect(
      await as("service_role", "public.join_waitlist('bitcoin', 'Kai', 'KAI@example.org', '1', false, true)"),
    ).toBe("already-joined");
    expect(await as("service_role", "public.send_message('Lani', 'lani@example.org', 'Aloha', false)")).toBe("sent");
    expect(await as("service_role", "public.subscribe('lani@example.org', false)")).toBe("subscribed");
    const like = `public.set_like('00000000-0000-4000-8000-0000000000c1', 'like', null, '${"c".repeat(32)}', '${"d".repeat(32)}')`;
    expect(await as("service_role", like)).toBe("liked");
  });

  it("what the outbox owes is still owed", async () => {
    const owed = (await sql("select * from public.claim_outbox(10, 60)")).map(({ payload }) => payload);
    expect(owed).toEqual([
      { name: "Noa", email: "noa@example.org", event: "ethereum" },
      { name: "Lani", email: "lani@example.org", event: "bitcoin" },
    ]);
  });

  it("a person can be erased, and retention leaves who has just come", async () => {
    const erase = `public.erase_person('${admin}', 'kai@example.org', '${"a".repeat(32)}', '${"b".repeat(32)}')`;
    expect(await as("service_role", erase)).toMatchObject({
      outcome: "erased",
      erased: { waitlist_entries: 2, newsletter_subscribers: 1, contact_messages: 1 },
    });
    await as("service_role", "public.purge()");
    expect(await sql("select email from public.waitlist_entries where not suspected_spam and email !~ 'noa'")).toEqual([
      { email: "lani@example.org" },
    ]);
  });
});
