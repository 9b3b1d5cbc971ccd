// npm run bench:database: measures on a real PostgreSQL what calls cost as the library grows, how many likes per second
// one resource can take, what a list of 5,000 reservations costs, how long 500 people who sign up at once wait, what
// pages and admin lists read with 508 events and 2,000 articles, what a search among 10,000 items costs, and what calls
// cost at the size of a statewide community. Not part of npm test, which runs without a real PostgreSQL. `-- growth`,
// `-- likes`, `-- places`, `-- rush`, `-- pages`, `-- search` or `-- size` runs one part.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { project } from "../../harness/processes.ts";
import { postgresPrograms } from "../../harness/serving/postgres.ts";
import { startDatabase } from "../concurrency/server.ts";
import { fill, guestDigest, imports, passDigest } from "./full-size.ts";
import { fillSearch, searches } from "./search-size.ts";

type Connection = postgres.Sql;
type Cells = Record<string, string | number>;

const sizes = [
  { resources: 20, likes: 100 },
  { resources: 2_000, likes: 1_000_000 },
  { resources: 10_000, likes: 1_000_000 },
];
const calls = 200;

/** Arguments of education_page; the visitor has liked the first resource. */
const reads: Record<string, string> = {
  "page 1": "'resources'",
  "page 1, with a cookie": "'resources', '', 1, md5('visitor 0'), md5('address 0')",
  "page 1, mine=1": "'resources', '', 1, null, md5('address 0')",
  "page 42": "'resources', '', 42",
  "last page": "'resources', '', 10000",
  "search, one in a hundred found": "'resources', 'number 77'",
  "search, all found": "'resources', 'ledger'",
};

const quantile = (values: number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
const rounded = (milliseconds: number) => Number(milliseconds.toFixed(2));

/** Adds rows up to the given size, all in one tab; triggers keep the counters up to date, as in use. */
async function growTo(sql: Connection, { resources, likes }: (typeof sizes)[number]): Promise<void> {
  await sql`
    insert into public.education_resources (tab_key, title, description, url, resource_type, is_published, display_order)
    select 'resources', 'Work number ' || n || ' of 10,000',
      'A sample as long as most: how a ledger keeps what was written, and for whom this work explains it.',
      'https://example.org/works/' || n, case when n % 4 = 0 then 'compact' else 'resource_card' end, true, n
    from generate_series((select count(*) from public.education_resources) + 1, ${resources}::int) n`;
  await sql`
    insert into public.resource_likes (resource_id, ip_address, visitor_key, created_at)
    select r.id, md5('address ' || n / 20), md5('visitor ' || n), now() - n % 400 * interval '1 day'
    from generate_series((select count(*) from public.resource_likes), ${likes}::int - 1) n
    join (
      select id, row_number() over (order by display_order) - 1 as place, count(*) over () as total
      from public.education_resources
    ) r on r.place = n % r.total`;
  await sql`vacuum analyze`;
}

async function timeOf(sql: Connection, read: string): Promise<{ server: number; call: number }> {
  const text = `select public.education_page(${read})`;
  const server: number[] = [];
  const call: number[] = [];
  for (let round = -20; round < calls; round += 1) {
    const [plan] = await sql.unsafe(`explain (analyze, timing off, format json) ${text}`);
    const begin = performance.now();
    // The statements that PostgREST sends for a call.
    await sql.begin(async (transaction) => {
      await transaction`
        select set_config('role', 'anon', true), set_config('request.jwt.claims', '{"role":"anon"}', true)`;
      await transaction.unsafe(text, [], { prepare: true });
    });
    if (round < 0) continue;
    call.push(performance.now() - begin);
    server.push(plan?.["QUERY PLAN"][0]["Execution Time"]);
  }
  return { server: rounded(quantile(server, 0.5)), call: rounded(quantile(call, 0.5)) };
}

async function measureGrowth(url: string): Promise<Cells[]> {
  const rows: Cells[] = Object.keys(reads).map((name) => ({
    "education_page, ms in the database (with the way there)": name,
  }));
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  const scans = async () => {
    await owner`select pg_stat_force_next_flush()`;
    const [row] = await owner`select seq_scan::int from pg_stat_user_tables where relname = 'resource_likes'`;
    return row?.seq_scan as number;
  };
  await owner`truncate public.resource_likes, private.resource_like_counts, private.daily_totals cascade`;
  await owner`delete from public.education_resources`;
  for (const size of sizes) {
    await growTo(owner, size);
    const before = await scans();
    const visitor = postgres(url, { max: 1, onnotice: () => {} });
    for (const [index, read] of Object.values(reads).entries()) {
      const { server, call } = await timeOf(visitor, read);
      Object.assign(rows[index] ?? {}, { [`${size.resources} / ${size.likes}`]: `${server} (${call})` });
    }
    await visitor.end();
    if (size.likes > 1000 && (await scans()) !== before)
      throw new Error("resource_likes was read from one end to the other");
  }
  await owner.end();
  return rows;
}

/** Changes to the database for one run; none of them is in the migrations. */
const designs: Record<string, string> = {
  "a row per like, one counter row": `
    create or replace function private.shard_of(p_like bigint) returns smallint language sql immutable return 0::smallint`,
  "a row per like, no counter": `
    alter table public.resource_likes disable trigger count_likes_added;
    alter table public.resource_likes disable trigger total_of_the_day`,
  "a row per like, 16 counter rows, as released": "select",
};

const likeAsTheWorker = (resource: string) => `\\set visitor random(1, 1000000000000)
begin;
select set_config('role', 'service_role', true), set_config('request.jwt.claims', '{"role":"service_role"}', true);
select public.set_like('${resource}', 'like', null, md5(:visitor::text), md5('a' || :visitor::text));
commit;
`;

interface Load {
  clients: number;
  /** Likes that arrive per second, whether or not earlier ones have been answered. */
  rate?: number;
  disk: string;
}

/** How long a commit waits for the disk; commit_delay simulates a networked disk. */
const disks: Record<string, string> = {
  "as this disk takes": "-c synchronous_commit=on",
  "2 ms more": "-c synchronous_commit=on -c commit_delay=2000 -c commit_siblings=0",
  "not at all": "-c synchronous_commit=off",
};

async function like(url: string, folder: string, script: string, { clients, rate, disk }: Load) {
  const seconds = 5;
  const log = mkdtempSync(join(folder, "pgbench-"));
  const watcher = postgres(url, { max: 1, onnotice: () => {} });
  const waiting: number[] = [];
  const timer = setInterval(async () => {
    const [row] = await watcher`select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'`;
    waiting.push(row?.count);
  }, 100);
  const options = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(seconds), "-f", script, "-l"];
  if (rate) options.push(`--rate=${rate}`);
  await promisify(execFile)(join(postgresPrograms(), "pgbench"), [...options, url], {
    cwd: log,
    env: { ...process.env, PGOPTIONS: disks[disk] },
  });
  clearInterval(timer);
  await watcher.end();
  const latencies = readdirSync(log).flatMap((name) =>
    readFileSync(join(log, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => Number(line.split(" ")[2]) / 1000),
  );
  return {
    perSecond: Math.round(latencies.length / seconds),
    p50: rounded(quantile(latencies, 0.5)),
    p95: rounded(quantile(latencies, 0.95)),
    waiting: rounded(waiting.reduce((sum, each) => sum + each, 0) / Math.max(1, waiting.length)),
  };
}

async function measureLikes(url: string, folder: string): Promise<Cells[]> {
  const rows: Cells[] = [];
  for (const [design, change] of Object.entries(designs)) {
    const name = `likes_${rows.length}`;
    const owner = postgres(url.replace(/\/postgres$/, "/template1"), { max: 1, onnotice: () => {} });
    await owner.unsafe(`create database ${name} template postgres`);
    await owner.end();
    const target = url.replace(/\/postgres$/, `/${name}`);
    const sql = postgres(target, { max: 1, onnotice: () => {} });
    const [row] = await sql`
      insert into public.education_resources (tab_key, title, description, url, is_published)
      values ('resources', 'The one that all like', 'About it.', 'https://example.org/', true) returning id`;
    await sql.unsafe(change);
    const script = join(folder, "like.sql");
    writeFileSync(script, likeAsTheWorker(row?.id));
    for (const disk of Object.keys(disks))
      for (const load of [{ clients: 1 }, { clients: 8 }, { clients: 32 }, { clients: 32, rate: 1000 }]) {
        const found = await like(target, folder, script, { ...load, disk });
        rows.push({
          design,
          "a commit waits": disk,
          clients: load.rate ? `${load.clients}, ${load.rate}/s arrive` : load.clients,
          "likes/s": found.perSecond,
          "p50 ms": found.p50,
          "p95 ms": found.p95,
          "waiting for a lock": found.waiting,
        });
      }
    const begin = performance.now();
    const [counted] =
      await sql`select count(*)::int as likes from public.resource_likes where resource_id = ${row?.id}`;
    console.log(`${design}: counting ${counted?.likes} rows takes ${rounded(performance.now() - begin)} ms`);
    await sql.end();
  }
  return rows;
}

/** What the page of an event's people asks of event_people, after the name of the function. */
const lists: Record<string, string> = {
  "page 1, in line": "order by line limit 50",
  "page 100, by name": "order by folded_name offset 4950 limit 50",
  "search, one in a hundred found": "where search_text like '%person 77%' order by line limit 50",
  "search, all found": "where search_text like '%person%' order by line limit 50",
  "those who wait": "where state = 'waiting' order by line offset 2450 limit 50",
  "the count": "",
};

async function measurePlaces(url: string): Promise<Cells[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [event] = await sql`
    insert into public.events (key, title, place, summary, date_precision, starts_at, is_published)
    values ('many', 'Many', 'Honolulu', 'An event of many.', 'exact', now() + interval '30 days', true) returning id`;
  await sql`
    insert into public.waitlist_entries (event_id, name, email, consent_version, created_at)
    select ${event?.id}, 'Person ' || n, 'hosts-' || n || '@example.test', '1', now() - n * interval '1 second'
    from generate_series(1, 5000) n`;
  await sql`update public.events set takes_reservations = true, attendee_limit = 2500 where id = ${event?.id}`;
  await sql`
    update public.reservations set state = 'placed' where event_id = ${event?.id} and line <= 2500`;
  await sql`
    with question as (
      insert into public.event_questions (event_id, position, kind, text)
      select ${event?.id}, n, 'short', 'Question ' || n from generate_series(1, 4) n returning id
    )
    insert into public.entry_answers (entry_id, question_id, value)
    select w.id, q.id, '["Nothing with nuts"]' from public.waitlist_entries w cross join question q where w.event_id = ${event?.id}`;
  await sql`vacuum analyze`;
  const [admin] = await sql`select id from public.admin_users limit 1`;
  const session = crypto.randomUUID();
  await sql`select public.begin_session(${admin?.id}, ${session}, 'A bench')`;
  const claims = JSON.stringify({ role: "authenticated", sub: admin?.id, session_id: session });
  const rows: Cells[] = [];
  for (const [name, more] of Object.entries(lists)) {
    const taken: number[] = [];
    for (let round = -20; round < calls; round += 1) {
      const begin = performance.now();
      await sql.begin(async (transaction) => {
        await transaction`
          select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true),
            set_config('request.jwt.claim.sub', ${admin?.id}, true), set_config('request.jwt.claim.role', 'authenticated', true)`;
        const shown = more ? "*" : "count(*)";
        await transaction.unsafe(`select ${shown} from public.event_people('${event?.id}') ${more}`, [], {
          prepare: true,
        });
      });
      if (round >= 0) taken.push(performance.now() - begin);
    }
    const [p50, p95] = [0.5, 0.95].map((share) => rounded(quantile(taken, share)));
    rows.push({ "5,000 reservations of one event": name, "p50 ms": p50 ?? Number.NaN, "p95 ms": p95 ?? Number.NaN });
  }
  await sql.end();
  return rows;
}

/** The number of connections that the data API of a small project keeps open. */
const connections = 10;
const rush = 500;

/** Signs up 500 people from as many networks at once. @param list the key of an event, all of whose questions they answer */
async function signUp(url: string, list: string, options: string) {
  const pool = postgres(url, { max: connections, onnotice: () => {}, connection: { options } });
  // Opens all connections before the measurement starts.
  await Promise.all(Array.from({ length: connections }, () => pool`select pg_sleep(0.1)`));
  const questions = await pool`
    select q.id from public.event_questions q join public.events e on e.id = q.event_id where e.key = ${list}`;
  const answers = Object.fromEntries(questions.map(({ id }) => [id, ["Nothing with nuts"]]));
  const begin = performance.now();
  const taken = await Promise.all(
    Array.from({ length: rush }, async (_, person) => {
      const digest = (person + 1).toString(16).padStart(32, "0");
      await pool.begin(async (transaction) => {
        await transaction`
          select set_config('role', 'service_role', true), set_config('request.jwt.claims', '{"role":"service_role"}', true)`;
        await transaction`
          select public.join_waitlist(${list}, 'A person', ${`person-${person}@example.test`}, '1', false, false, ${digest}, 1,
            ${transaction.json({ recipient: digest, near: digest, far: digest })}, null, ${transaction.json(answers)})`;
      });
      return performance.now() - begin;
    }),
  );
  await pool.end();
  return taken;
}

async function measureRush(url: string): Promise<Cells[]> {
  const rows: Cells[] = [];
  for (const [name, change] of Object.entries({
    "a plain list": "status = status",
    "an event with 300 places": "takes_reservations = true, attendee_limit = 300",
    "an event with 300 places and four questions": "takes_reservations = true, attendee_limit = 300",
  }))
    for (const disk of ["as this disk takes", "4 ms more"]) {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      await sql`truncate private.spending`;
      await sql`delete from public.mails`;
      await sql`delete from public.waitlist_entries`;
      await sql`delete from public.events where key = 'rush'`;
      await sql`
        insert into public.events (key, title, place, summary, date_precision, starts_at, is_published)
        values ('rush', 'A rush', 'Honolulu', 'An event that all want.', 'exact', now() + interval '30 days', true)`;
      await sql.unsafe(`update public.events set ${change} where key = 'rush'`);
      await sql`
        insert into public.event_questions (event_id, position, kind, text, is_required)
        select e.id, n, 'short', 'Question ' || n, true from public.events e, generate_series(1, 4) n
        where e.key = 'rush' and ${name.endsWith("questions")}`;
      await sql`vacuum analyze`;
      const waits = disk === "4 ms more" ? "-c commit_delay=4000 -c commit_siblings=0" : "";
      const taken = await signUp(url, "rush", `-c synchronous_commit=on ${waits}`);
      const [found] = await sql`
        select count(*)::int as entries, count(r.id) filter (where r.state = 'placed')::int as placed
        from public.waitlist_entries w left join public.reservations r on r.id = w.id`;
      await sql.end();
      rows.push({
        [`${rush} people sign up at once, ${connections} connections`]: name,
        "a commit waits": disk,
        "sign-ups/s": Math.round((rush / Math.max(...taken)) * 1000),
        "p50 ms": Math.round(quantile(taken, 0.5)),
        "p95 ms": Math.round(quantile(taken, 0.95)),
        "over 3 s": taken.filter((each) => each > 3000).length,
        "entries, places": `${found?.entries}, ${found?.placed}`,
      });
    }
  return rows;
}

/**
 * The SQL measured at full size; $admin is an owner, $kai a person with a bit of everything, $issue a newsletter draft,
 * $festival an event of 2,000 guests and 300 talks.
 */
const atFullSize: Record<string, string> = {
  "personal_data of somebody": "select public.personal_data($kai, md5('a'), md5('b'), md5($kai), md5('c'))",
  erase_person: "select public.erase_person($admin, $kai, md5('a'), md5('b'), md5($kai), md5('c'))",
  "a page of the log": "select id, changes from public.audit_log order by id desc limit 51",
  "a page of the log, of one table":
    "select id, changes from public.audit_log where table_name = 'articles' order by id desc limit 51",
  "a page of the log, by an address that made none":
    "select public.logged_addresses('nobody'); select id, changes from public.audit_log where actor_email in ('nobody@example.org') order by id desc limit 51",
  count_readers: "select public.count_readers()",
  mail_overview: "select public.mail_overview('', 1)",
  claim_mails: "select count(*) from public.claim_mails(5, 60, 86400)",
  dashboard: "select public.dashboard()",
  doctor: "select public.doctor()",
  "analytics of a year": "select public.analytics(365)",
  "the figures of an event": "select public.event_figures((select id from public.events order by starts_at limit 1))",
  "articles_page, the first of 2,000": "select public.articles_page('article', 1, 12)",
  sitemap: "select public.sitemap()",
  "the program of 300 talks, with texts": "select public.read_programme('festival', null, null, true)",
  "the same, for admins": "select public.edited_programme($festival)",
  "a guest's agenda": `select public.agenda_page('${guestDigest}')`,
  "a guest's page": `select public.status_page('${guestDigest}')`,
  "/events": "select public.read_events(null, 1)",
  "a series of 200 editions": "select public.read_events(null, null, 'weekly')",
  "one of its editions": "select public.read_events('weekly-100')",
  "series, for admins": "select public.list_series()",
  make_editions: "select public.make_editions()",
  "a page of 2,000 guests": "select * from public.event_people($festival) order by line limit 50",
  "the door": `select public.door('${passDigest}')`,
  "the door's names": `select public.door_names('${passDigest}')`,
  "the door's list for a phone": `select public.phone_list('${passDigest}')`,
  "10,000 works: a page": "select public.education_page('resources', '', 1)",
  "10,000 works, for admins: a page": "select public.admin_resources()",
  "10,000 works, for admins: those whose link is gone": "select public.admin_resources('', '', 'gone')",
  claim_links: "select count(*) from public.claim_links(3, 60)",
  claim_outbox: "select count(*) from public.claim_outbox(5, 60)",
  claim_channel_posts: "select count(*) from public.claim_channel_posts(5, 60, '{discord}')",
  claim_issue_batch: "select public.claim_issue_batch(100, 60, 86400)",
  "schedule_issue to 43,000":
    "select public.schedule_issue($admin, $issue, (select updated_at from public.newsletter_issues where id = $issue), null, '<p>', '1', '{}')",
};

/** The SQL measured at full size while 50,000 letters that strangers caused are waiting, of 1,000 networks. */
const inAFlood: Record<string, string> = {
  "claim_mails of 50,000 that wait": "select count(*) from public.claim_mails(5, 60, 86400)",
  "a sign-up while 50,000 wait":
    "select public.subscribe('new-' || $kai, false, '1', '/', md5($kai), jsonb_build_object('near', md5('n'), 'far', md5('f')))",
};

/** Measures each statement in a transaction that is rolled back, as the owner of the tables with an owner's session. */
async function measureSize(url: string): Promise<Cells[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await fill(sql);
  const [admin] = await sql`select id from public.admin_users limit 1`;
  const [issue] = await sql`
    insert into public.newsletter_issues (slug, subject, markdown) values ('bench', 'Now', 'What happened.') returning id`;
  const session = crypto.randomUUID();
  await sql`select public.begin_session(${admin?.id}, ${session}, 'A bench')`;
  const claims = JSON.stringify({ role: "authenticated", sub: admin?.id, session_id: session });
  const rows: Cells[] = [];
  const note = (name: string, taken: number[]) =>
    rows.push({
      "at full size": name,
      "p50 ms": rounded(quantile(taken, 0.5)),
      "worst ms": rounded(quantile(taken, 1)),
    });
  const measure = async (name: string, statement: string) => {
    const taken: number[] = [];
    for (let round = -2; round < 9; round += 1) {
      const kai = `md5('${77 + round}') || '@example.test'`;
      const text = statement
        .replaceAll("$admin", `'${admin?.id}'`)
        .replaceAll("$issue", `'${issue?.id}'`)
        .replaceAll("$festival", "(select id from public.events where key = 'festival')")
        .replaceAll("$kai", kai);
      await sql
        .begin(async (transaction) => {
          await transaction`
            select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${admin?.id}, true)`;
          const begin = performance.now();
          await transaction.unsafe(text);
          if (round >= 0) taken.push(performance.now() - begin);
          throw rolledBack;
        })
        .catch((error) => {
          if (error !== rolledBack) throw error;
        });
    }
    note(name, taken);
  };
  for (const [name, statement] of Object.entries(atFullSize)) await measure(name, statement);
  for (const { kind, rows: file, stage, apply } of imports) {
    const taken: number[][] = [[], []];
    const [lines] = await sql.unsafe(`select ${file}::text as json`);
    for (let round = 0; round < 3; round += 1)
      await sql
        .begin(async (transaction) => {
          await transaction`
            select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${admin?.id}, true)`;
          const begin = performance.now();
          await transaction.unsafe(stage, [lines?.json]);
          const staged = performance.now();
          await transaction.unsafe(apply);
          taken[0]?.push(staged - begin);
          taken[1]?.push(performance.now() - staged);
          throw rolledBack;
        })
        .catch((error) => {
          if (error !== rolledBack) throw error;
        });
    for (const [at, what] of ["staged", "applied"].entries()) note(`5,000 ${kind} of a file, ${what}`, taken[at] ?? []);
  }
  await sql`
    insert into public.mails (purpose, person, occurrence, address_key, queue, rank)
    select 'newsletter-confirm', s.id, 1, md5('flood ' || s.id), 'strangers', row_number() over () / 1000
    from (select id from public.newsletter_subscribers limit 50000) s`;
  await sql`vacuum analyze public.mails`;
  for (const [name, statement] of Object.entries(inAFlood)) await measure(name, statement);
  await sql.end();
  return rows;
}

/**
 * Adds 2,000 articles with five revisions each, 508 events (8 of them upcoming, 3 with tabs), and the pictures they
 * show.
 */
async function fillPages(sql: Connection): Promise<void> {
  await sql`delete from public.events`;
  await sql`
    insert into public.events (key, title, place, summary, about, date_precision, starts_at, is_published, tab_order, tab_label, poster_path, poster_alt, poster_width, poster_height)
    select 'meetup-' || n, 'Meetup number ' || n, 'A hall in Honolulu', repeat('What happens there. ', 10), repeat('A sentence about it. ', 70),
      'exact', now() + (8 - n) * interval '7 days' + interval '1 hour', true, case when n <= 3 then n end, case when n <= 3 then 'Tab ' || n end,
      '/uploads/' || md5('picture ' || n % 400) || '-1600x900.jpg', 'A hall', 1600, 900
    from generate_series(1, 508) n`;
  await sql`delete from public.articles`;
  await sql.begin(async (transaction) => {
    await transaction`
      insert into public.articles (kind, slug, revision, published_revision, published_at)
      select 'article', 'essay-' || n, 5, 4, now() - n * interval '1 day' from generate_series(1, 2000) n`;
    await transaction`
      insert into public.article_revisions (article_id, number, slug, title, excerpt, picture_path, picture_alt, markdown, html, outline, words, renderer)
      select a.id, number, a.slug, 'About ' || a.slug, 'What it says.', '/uploads/' || md5('picture ' || number) || '-1600x900.jpg', 'A drawing',
        repeat('A paragraph of some words about a ledger. ' || md5(a.slug || number) || chr(10), 60), repeat('<p>A paragraph of some words.</p>', 150), '[]', 600, 'test'
      from public.articles a, generate_series(1, 5) number`;
  });
  await sql`
    insert into public.pictures (path, alt, width, height)
    select '/uploads/' || md5('picture ' || n) || '-1600x900.jpg', 'A picture', 1600, 900 from generate_series(1, 400) n
    on conflict do nothing`;
  await sql`vacuum analyze`;
}

/** The calls that pages and admin lists make, and the role that makes them. */
const pageReads: Record<string, "anon" | "service_role" | "authenticated"> = {
  "read_events()": "anon",
  "read_events(null, 1)": "anon",
  "read_events(null, 30)": "anon",
  "read_events('meetup-100')": "anon",
  "read_home()": "service_role",
  "articles_page('article', 1, 12)": "service_role",
  "articles_page('article', 100, 12)": "service_role",
  "article_page('article', 'essay-7', 'test')": "service_role",
  "sitemap()": "service_role",
  "admin_picture((select id from public.pictures where path like '/uploads/' || md5('picture 7') || '%'))":
    "authenticated",
  "admin_articles('', '', 1)": "authenticated",
  "admin_articles('', 'ledger 77', 1)": "authenticated",
};

async function measurePages(url: string): Promise<Cells[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await fillPages(sql);
  const [admin] = await sql`select id from public.admin_users limit 1`;
  const session = crypto.randomUUID();
  await sql`select public.begin_session(${admin?.id}, ${session}, 'A bench')`;
  const rows: Cells[] = [];
  for (const [read, role] of Object.entries(pageReads)) {
    const claims = JSON.stringify({ role, sub: admin?.id, session_id: session });
    const taken: number[] = [];
    let bytes = 0;
    for (let round = -10; round < 50; round += 1) {
      const begin = performance.now();
      await sql.begin(async (transaction) => {
        await transaction`
          select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true),
            set_config('request.jwt.claim.sub', ${admin?.id}, true), set_config('request.jwt.claim.role', ${role}, true)`;
        const [answer] = await transaction.unsafe(`select octet_length(public.${read}::text) as bytes`, [], {
          prepare: true,
        });
        bytes = answer?.bytes;
      });
      if (round >= 0) taken.push(performance.now() - begin);
    }
    const [p50, p95] = [0.5, 0.95].map((share) => rounded(quantile(taken, share)));
    rows.push({ "508 events, 2,000 articles": read, "p50 ms": p50 ?? 0, "p95 ms": p95 ?? 0, bytes });
  }
  await sql.end();
  return rows;
}

async function measureSearch(url: string): Promise<Cells[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await fillSearch(sql);
  const rows: Cells[] = [];
  for (const [name, args] of Object.entries(searches)) {
    const taken: number[] = [];
    let total = 0;
    for (let round = -10; round < 50; round += 1) {
      const begin = performance.now();
      const [answer] = await sql.unsafe(`select public.search(${args}) ->> 'total' as total`, [], { prepare: true });
      if (round >= 0) taken.push(performance.now() - begin);
      total = Number(answer?.total);
    }
    const [fastest, p50, p95] = [0, 0.5, 0.95].map((share) => rounded(quantile(taken, share)));
    rows.push({
      "a search of 10,000": name,
      found: total,
      "fastest ms": fastest ?? 0,
      "p50 ms": p50 ?? 0,
      "p95 ms": p95 ?? 0,
    });
  }
  await sql.end();
  return rows;
}

const rolledBack = new Error("rolled back");

function print(rows: Cells[]): void {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: unknown[]) => `| ${cells.join(" | ")} |`;
  console.log(
    ["", line(names), line(names.map(() => "---")), ...rows.map((row) => line(Object.values(row))), ""].join("\n"),
  );
}

const folder = mkdtempSync(join(tmpdir(), "community-bench-"));
const asked = process.argv.slice(2);
const results: Record<string, Cells[]> = {};
try {
  const database = await startDatabase(folder);
  const parts = {
    growth: () => measureGrowth(database.url),
    likes: () => measureLikes(database.url, folder),
    places: () => measurePlaces(database.url),
    rush: () => measureRush(database.url),
    // These come last because they fill tables that the other parts need empty.
    pages: () => measurePages(database.url),
    search: () => measureSearch(database.url),
    size: () => measureSize(database.url),
  };
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    results[name] = await measure();
    print(results[name]);
  }
  await database.stop();
  mkdirSync(join(project, "test-results"), { recursive: true });
  writeFileSync(join(project, "test-results/bench-database.json"), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
