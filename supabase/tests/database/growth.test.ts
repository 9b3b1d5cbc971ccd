import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, addResource, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase({ alone: true });

const read = (actor: Actor, name: string, values: unknown[]) =>
  database.call<Record<string, unknown>>(actor, `public.${name}($1, $2, $3, $4, $5)`, ...values);

/** Fills the library with `total` works in three tabs, and likes of a member, two visitors and two addresses. */
async function fill(total: number): Promise<void> {
  await database.sql("delete from public.education_resources");
  await database.sql("update public.education_tabs set is_active = tab_key <> 'glossary'");
  await database.sql(
    `insert into public.education_resources (tab_key, title, description, url, is_published, display_order, deleted_at)
     select (array['resources', 'resources', 'resources', 'media', 'glossary'])[1 + n % 5],
       'Work ' || n % 7 || ' about Hawaiʻi', case when n % 3 = 0 then 'Half_way, 50 % of C:\\ledgers.' else 'A ledger.' end,
       'https://example.org/' || n, n % 11 > 0, n / 4, case when n % 13 = 0 then now() end
     from generate_series(1, $1::int) n`,
    total,
  );
  await database.sql(
    `insert into public.resource_likes (resource_id, user_id, ip_address, visitor_key)
     select r.id, case when n = 0 then $1::uuid end, case when n > 0 then lpad(to_hex(n), 32, '0') end,
       case when n in (1, 2) then lpad(to_hex(n), 32, '0') end
     from (select id, row_number() over (order by display_order, id) as place from public.education_resources) r
     join generate_series(0, 4) n on (r.place + n) % (n + 2) = 0`,
    database.idOf("member"),
  );
  for (const table of [
    "public.education_tabs",
    "public.education_resources",
    "private.education_tab_counts",
    "public.resource_likes",
  ])
    await database.sql(`analyze ${table}`);
}

describe("a page of the library", () => {
  it("reads at most 72 rows of 2,500 works and their likes, and never scans the likes", async () => {
    const readSoFar = async () => {
      const [row] = await database.sql<{ scans: number; rows: number }>(
        `select sum(seq_scan) filter (where relname = 'resource_likes')::int as scans,
           sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_xact_user_tables where relname in ('education_resources', 'resource_likes')`,
      );
      return row ?? { scans: Number.NaN, rows: Number.NaN };
    };
    await fill(2500);
    for (const [actor, values] of [
      ["stranger", ["resources", "", 1, null, null]],
      ["stranger", ["resources", "", 1, key(1), key(7)]],
      ["stranger", ["resources", "", 1, null, key(3)]],
      ["member", ["resources", "", 1, null, null]],
    ] as const) {
      const before = await readSoFar();
      expect(await read(actor, "education_page", [...values])).toMatchObject({ total: 1258, pages: 53 });
      const after = await readSoFar();
      expect(after.rows - before.rows, `${actor} ${values}`).toBeLessThanOrEqual(3 * 24);
      expect(after.scans).toBe(before.scans);
    }
    const before = await readSoFar();
    for (const search of ["", "ledger", "nothing"])
      for (const page of [2, 9999])
        for (const visitor of [null, key(1)])
          await read("stranger", "education_page", ["resources", search, page, visitor, key(3)]);
    expect((await readSoFar()).scans).toBe(before.scans);
  });

  it("reads every work only once for a search, and every tab at most twice", async () => {
    const readSoFar = async (table: string) => {
      const [row] = await database.sql<{ rows: number }>(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables where relname = $1`,
        table,
      );
      return row?.rows ?? Number.NaN;
    };
    await fill(2500);
    const [there] = await database.sql<{ tabs: number }>("select count(*)::int as tabs from public.education_tabs");
    for (const [search, total] of [
      ["ledger", 1678],
      ["le", 1678],
      ["nothing", 0],
    ] as const) {
      const [works, tabs] = [await readSoFar("education_resources"), await readSoFar("education_tabs")];
      expect(await read("stranger", "education_page", ["resources", search, 1, null, null])).toMatchObject({ total });
      expect((await readSoFar("education_resources")) - works, search).toBeLessThanOrEqual(2500 + 24);
      expect((await readSoFar("education_tabs")) - tabs, search).toBeLessThanOrEqual(2 * (there?.tabs ?? 0));
    }
  });
});

describe("the count of works in a tab", () => {
  const counted = async () => {
    const rows = await database.sql(
      "select tab_key, resources from private.education_tab_counts where resources > 0 order by tab_key",
    );
    const there = await database.sql(
      `select tab_key, count(*)::int as resources from public.education_resources
       where is_published and deleted_at is null group by tab_key order by tab_key`,
    );
    expect(rows).toEqual(there);
    return rows;
  };

  let id: string;
  beforeEach(async () => {
    await database.sql("delete from public.education_resources");
    id = await addResource(database, { title: "One" });
    await addResource(database, { title: "Other" });
    await addResource(database, { title: "Draft", published: false });
  });

  it("excludes drafts", async () => {
    expect(await counted()).toEqual([{ tab_key: "resources", resources: 2 }]);
  });

  it.each([
    ["is taken back", "update public.education_resources set is_published = false where id = $1", [1]],
    ["is deleted", "update public.education_resources set deleted_at = now() where id = $1", [1]],
    ["is gone for good", "delete from public.education_resources where id = $1", [1]],
    ["is moved", "update public.education_resources set tab_key = 'media' where id = $1", [1, 1]],
    ["stays what it is", "update public.education_resources set title = 'Renamed' where id = $1", [2]],
  ])("is right when one %s", async (_, change, numbers) => {
    await database.sql(change, id);
    expect((await counted()).map(({ resources }) => resources)).toEqual(numbers);
  });

  it("stays with the tab when its key changes", async () => {
    await database.sql("update public.education_tabs set tab_key = 'shelf' where tab_key = 'resources'");
    expect(await counted()).toEqual([{ tab_key: "shelf", resources: 2 }]);
  });

  it("follows the deletion, restoration, publication and moving of a whole tab", async () => {
    await database.sql("update public.education_resources set deleted_at = now()");
    expect(await counted()).toEqual([]);
    await database.sql("update public.education_resources set deleted_at = null, is_published = true");
    expect(await counted()).toEqual([{ tab_key: "resources", resources: 3 }]);
    await database.sql("update public.education_resources set tab_key = 'courses'");
    expect(await counted()).toEqual([{ tab_key: "courses", resources: 3 }]);
    await database.sql("update public.education_resources set tab_key = 'media', is_published = title <> 'One'");
    expect(await counted()).toEqual([{ tab_key: "media", resources: 2 }]);
  });

  it("cannot be read by any role", async () => {
    for (const actor of ["stranger", "member", "admin", "worker"] as const)
      await expect(database.as(actor, "select from private.education_tab_counts")).rejects.toMatchObject({
        code: "42501",
      });
  });

  it("follows changes that admins make", async () => {
    await database.as("admin", "update public.education_resources set is_published = true where title = 'Draft'");
    expect(await counted()).toEqual([{ tab_key: "resources", resources: 3 }]);
  });
});

it("each list for admins is read or counted through its own index", async () => {
  await database.sql(
    `insert into public.events (key, title, place, summary)
       select 'growth-' || n, 'An event', 'Honolulu', 'A summary.' from generate_series(1, 20) n`,
  );
  await database.sql(
    `insert into public.waitlist_entries (event_id, name, email, consent_version, suspected_spam, tickets_notified_at, notified_at)
       select e.id, 'Kai', 'kai' || n || '@example.org', '1', n % 40 = 0, case when n % 3 = 0 then now() end, case when n % 3 = 0 then now() end
       from public.events e, generate_series(1, 60) n`,
  );
  await database.sql(
    `insert into public.newsletter_subscribers (email, suspected_spam)
       select 'kai' || n || '@example.org', n % 40 = 0 from generate_series(1, 1000) n`,
  );
  await database.sql(
    `insert into public.contact_messages (name, email, message, status, suspected_spam)
       select 'Kai', 'kai@example.org', repeat('Aloha. ', 50), case when n % 20 = 0 then 'new' else 'done' end, n % 40 = 1
       from generate_series(1, 1000) n`,
  );
  await database.sql(
    `insert into public.audit_log (verb, table_name, row_id, changes)
       select 'update', 'events', n::text, '{}' from generate_series(1, 1000) n`,
  );
  for (const table of ["waitlist_entries", "newsletter_subscribers", "contact_messages", "audit_log"])
    await database.sql(`analyze public.${table}`);
  for (const other of ["seqscan", "bitmapscan", "sort"]) await database.sql(`set local enable_${other} = off`);

  const waitlist = "waitlist_entries where event_id = (select id from public.events where key = 'growth-1')";
  const lists = [
    [
      "waitlist_entries_waiting",
      `${waitlist} and suspected_spam = false and tickets_notified_at is null order by created_at, id`,
    ],
    ["waitlist_entries_notified", `${waitlist} and suspected_spam = false and notified_at is not null`],
    ["newsletter_subscribers_by_address", "newsletter_subscribers where suspected_spam = false order by email, id"],
    ["newsletter_subscribers_suspected", "newsletter_subscribers where suspected_spam = true"],
    [
      "contact_messages_inbox",
      "contact_messages where suspected_spam = false and status in ('new', 'open') order by created_at desc, id desc",
    ],
    ["contact_messages_in_order", "contact_messages where suspected_spam = false order by created_at desc, id desc"],
    ["contact_messages_suspected", "contact_messages where suspected_spam = true"],
    ["audit_log_of_an_id", "audit_log where row_id = '77' order by id desc"],
  ];
  for (const [index = "", rows] of lists) {
    const plan = await database.as("admin", `explain select id from public.${rows} limit 50`);
    expect.soft(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain(`${index} on`);
  }
});

it("no function or role weakens the durability of commits", async () => {
  const shortcut = "'(synchronous_commit|fsync|full_page_writes)'";
  expect(
    await database.sql(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
         and (prosrc ~ ${shortcut} or proconfig::text ~ ${shortcut})
       union all
       select setrole::regrole::text from pg_db_role_setting where setconfig::text ~ ${shortcut}`,
    ),
  ).toEqual([]);
  await database.sql("set local synchronous_commit = on");
  const id = await addResource(database);
  for (const intent of ["like", "unlike"])
    await database.call("worker", "public.set_like($1, $2, null, null, $3)", id, intent, key(1));
  expect(await database.sql("show synchronous_commit")).toEqual([{ synchronous_commit: "on" }]);
});

it("likes are spread over 16 counter rows, and each unlike decrements the row of its like", async () => {
  const id = await addResource(database);
  const setLike = (intent: string, number: number) =>
    database.call(
      "worker",
      "public.set_like($1, $2, null, $3, $4)",
      id,
      intent,
      key(number),
      key(Math.floor(number / 40)),
    );
  const counters = async (table: string, where: string) => {
    const rows = await database.sql(`select sum(${where}) as n from private.${table} group by shard order by shard`);
    return rows.map(({ n }) => Number(n));
  };
  const ofResource = `case when resource_id = '${id}' then likes else 0 end`;
  const ofToday =
    "case when kind = 'like' and day = (now() at time zone 'Pacific/Honolulu')::date then total else 0 end";
  await database.sql("delete from private.daily_totals");
  for (let number = 0; number < 64; number += 1) await setLike("like", number);
  expect(await counters("resource_like_counts", ofResource)).toEqual(Array(16).fill(4));
  expect(await counters("daily_totals", ofToday)).toEqual(Array(16).fill(4));
  for (let number = 63; number >= 0; number -= 1) {
    if (number % 16 === 0) continue;
    // Retention clears the keys of a like, but the like keeps its row.
    if (number === 33)
      await database.sql(
        "update public.resource_likes set retired_at = now(), ip_address = null, network_key = null, visitor_key = null where visitor_key = $1",
        key(33),
      );
    await setLike("unlike", number);
  }
  for (const [table = "", values = ""] of [
    ["resource_like_counts", ofResource],
    ["daily_totals", ofToday],
  ])
    expect((await counters(table, values)).sort()).toEqual([...Array(14).fill(0), 1, 4]);
});

describe("a search for a person's data in large tables", () => {
  it.each(["article_revisions", "contact_messages", "newsletter_subscribers", "waitlist_entries"])(
    "reads %s through an index of the texts that contain addresses",
    async (table) => {
      const [texts] = await database.sql<{ condition: string }>(
        "select condition from private.free_texts() where table_name = $1",
        table,
      );
      const condition = texts?.condition.replaceAll(/\$[123]/g, "'kai'");
      await database.sql("set local enable_seqscan = off");
      const plan = await database.sql(`explain select from public.${table} where ${condition}`);
      expect(JSON.stringify(plan)).toContain(`${table}_with_addresses`);
    },
  );

  it("does not scan the whole audit log", async () => {
    await database.sql(
      `insert into public.audit_log (actor, verb, table_name, row_id, changes)
       select gen_random_uuid(), 'update', 'waitlist_entries', n::text, '{"columns": ["note"]}' from generate_series(1, 20000) n`,
    );
    await database.sql("analyze public.audit_log");
    const scans = async () =>
      (
        await database.sql<{ scans: number }>(
          "select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'audit_log'",
        )
      )[0]?.scans;
    const before = await scans();
    await database.call("admin", "public.personal_data('kai@example.org', $1, $2)", key(1), key(2));
    expect(await scans()).toBe(before);
  });
});

describe("picture_uses", () => {
  it("finds the articles that show a picture without scanning all revisions", async () => {
    const path = `/uploads/${"0a".repeat(16)}-1600x900.jpg`;
    await database.sql(
      `insert into public.articles (kind, slug, revision)
       select 'article', 'grown-' || n, 1 from generate_series(1, 1000) n`,
    );
    await database.sql(
      `insert into public.article_revisions (article_id, number, slug, title, excerpt, markdown, html, outline, words, renderer)
       select a.id, 1, a.slug, a.slug, 'An excerpt', case when a.slug = 'grown-7' then '![](' || $1 || ')' else md5(a.slug) end, '', '[]', 1, 'test'
       from public.articles a where a.slug like 'grown-%'`,
      path,
    );
    await database.sql("analyze public.article_revisions");
    const scans = async () =>
      (
        await database.sql<{ scans: number }>(
          "select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'article_revisions'",
        )
      )[0]?.scans;
    const before = await scans();
    const smaller = path.replace(".jpg", "_480.jpg");
    for (const shown of [path, smaller]) {
      const [row] = await database.sql<{ uses: object[] }>("select private.picture_uses($1) as uses", shown);
      expect(row?.uses).toMatchObject([{ kind: "article", title: "grown-7" }]);
    }
    expect(await scans()).toBe(before);
  });
});
