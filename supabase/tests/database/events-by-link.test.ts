// An event by link: nothing of it comes out of the database without its secret. Ways in are listed from the catalog.
import { beforeEach, describe, expect, it } from "vitest";
import { checkViolation, denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;

/** In every text of the event, of what belongs to it, and of what only it makes visible. */
const mark = "Kukuihoolua";

interface ByLink {
  id: string;
  key: string;
  address: string;
  updated_at: string;
}

const ids = { event: "00000000-0000-4000-8000-00000000b001", workshop: "00000000-0000-4000-8000-00000000b002" };

/** Adds a published event with everything that can belong to one. */
async function addWholeEvent(visibility: "link" | "public"): Promise<ByLink> {
  await sql("insert into public.series (key, name, about) values ('board', $1, $1)", mark);
  await sql(
    "insert into public.places (key, name, city, island, way_in) values ('hale', $1, 'Hilo', 'hawaii', $1)",
    `${mark} Hale`,
  );
  await sql(
    `insert into public.events
       (id, key, title, place, place_id, summary, about, starts_at, ends_at, date_precision, attendee_limit, is_published,
        takes_reservations, series_id, visibility, tab_order, tab_label, to_bring)
     select $2, 'board-evening', $1, '', p.id, $1, $1, now() + interval '2 hours', now() + interval '10 days', 'exact', 5, true,
       true, s.id, $3, 900, $1, $1
     from public.series s, public.places p where s.key = 'board' and p.key = 'hale'`,
    mark,
    ids.event,
    visibility,
  );
  await sql(
    `insert into public.events (id, key, title, place, summary, starts_at, date_precision, attendee_limit, is_published,
       takes_reservations, for_people_of)
     values ($2, 'board-workshop', $1, $1, $1, now() + interval '9 days', 'exact', 5, true, true, $3)`,
    `${mark} workshop`,
    ids.workshop,
    ids.event,
  );
  await sql(
    "insert into public.event_questions (event_id, position, kind, text) values ($1, 1, 'short', $2)",
    ids.event,
    mark,
  );
  await sql("insert into public.programmes (id, published_at) values ($1, now())", ids.event);
  await sql("insert into public.rooms (event_id, name) values ($1, $2)", ids.event, mark);
  await sql("insert into public.speakers (event_id, name, biography) values ($1, $2, $2)", ids.event, mark);
  await sql(
    `insert into public.talks (event_id, title, abstract, is_announced, room_id, starts_at, ends_at, workshop_id)
     select $1, $2, $2, true, r.id, now() + interval '9 days', now() + interval '9 days 1 hour', $3
     from public.rooms r where r.event_id = $1`,
    ids.event,
    mark,
    ids.workshop,
  );
  await sql(
    `insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
     select t.id, s.id, t.event_id, 1 from public.talks t join public.speakers s using (event_id)
     where t.event_id = $1`,
    ids.event,
  );
  await sql(
    `insert into private.talk_calls (event_id, deadline, about, accepted_text, declined_text)
     values ($1, now() + interval '5 days', $2, $2, $2)`,
    ids.event,
    mark,
  );
  const [event] = await sql<Row & ByLink>(
    "select id, key, address, updated_at from public.events where id = $1",
    ids.event,
  );
  if (!event) throw new Error("no event");
  return event;
}

const callsWithKey = (name: string) => (key: string) => [`public.${name}('${key}')`];
const nothing = () => [];

/**
 * Every function that the publishable key may call, with the calls that could tell something of an event. A new one
 * fails the test until somebody has thought about it; `nothing`: it reads nothing of events.
 */
const functions: Record<string, (key: string) => string[]> = {
  read_events: (key) => [
    `public.read_events(p_key => '${key}')`,
    "public.read_events()",
    ...[1, 2].map((page) => `public.read_events(p_page => ${page})`),
    "public.read_events(p_page => 1, p_meets => 'room')",
    "public.read_events(p_page => 1, p_island => 'hawaii')",
    "public.read_events(p_meets => 'room')",
    "public.read_events(p_island => 'hawaii')",
    "public.read_events(p_series => 'board')",
    "public.read_events(p_place => 'hale')",
  ],
  place_page: () => ["public.place_page('hale')"],
  read_programme: (key) => [
    `public.read_programme('${key}')`,
    `public.read_programme('${key}', p_texts => true)`,
    ...[1, 2, 3].flatMap((number) => [
      `public.read_programme('${key}', p_talk => ${number})`,
      `public.read_programme('${key}', p_speaker => ${number})`,
    ]),
  ],
  read_speakers: callsWithKey("read_speakers"),
  talk_call: callsWithKey("talk_call"),
  education_page: nothing,
  liked_resources: nothing,
  read_issues: nothing,
  site_time_zone: nothing,
  taken_back_credentials: nothing,
};

/** What pages show that the Worker reads with the secret key, for whoever asks. */
const forVisitors = (word: string) => [
  `public.search('${word}')`,
  "public.sitemap()",
  "public.read_home()",
  "private.newsletter_mail_content('newsletter-first', (select id from public.newsletter_subscribers limit 1), 0)",
];

const says = async (actor: "stranger" | "member", call: string) =>
  JSON.stringify(await database.call<unknown>(actor, call));
const saysAsOwner = async (call: string) => JSON.stringify((await sql(`select ${call} as answer`))[0]);

const traces = (text: string) =>
  [mark, ids.event, ids.workshop, "board-evening", "board-workshop"].filter((trace) => text.includes(trace));

const granted = () =>
  sql<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
       and has_column_privilege('anon', c.oid, a.attnum, 'select')
     group by c.relname order by c.relname`,
  );

/** Everything that the publishable key can read, as one text for each way in. */
async function everything(actor: "stranger" | "member", key: string): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const { name, columns } of await granted()) {
    const rows = await database.as(actor, `select ${columns} from public.${name}`);
    found.push([name, JSON.stringify(rows)]);
  }
  const callable = (await callableNames()).filter((name) => actor === "stranger" || !onlyAnon.has(name));
  for (const name of callable)
    for (const call of functions[name]?.(key) ?? []) found.push([call, await says(actor, call)]);
  return found;
}

const callableNames = async () =>
  (
    await sql<{ name: string }>(
      `select distinct proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute') order by 1`,
    )
  ).map(({ name }) => name);

const onlyAnon = new Set<string>();

beforeEach(async () => {
  await database.signIn();
  onlyAnon.clear();
  const rows = await sql<{ name: string }>(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')
       and not has_function_privilege('authenticated', oid, 'execute')`,
  );
  for (const { name } of rows) onlyAnon.add(name);
});

it("every function that the publishable key may call is considered here", async () => {
  expect(await callableNames()).toEqual(Object.keys(functions).sort());
});

it("a public event is found by all of these ways, so that they would find one by link, too", async () => {
  const { key } = await addWholeEvent("public");
  const found = (await everything("stranger", key)).filter(([, text]) => traces(text).length > 0).map(([way]) => way);
  for (const table of ["events", "event_spots", "event_questions", "programmes", "series", "places"])
    expect(found).toContain(table);
  for (const [name, calls] of Object.entries(functions))
    if (calls(key).length > 0) expect(found.filter((way) => way.startsWith(`public.${name}(`))).not.toEqual([]);
  for (const call of forVisitors(mark).slice(0, 3)) expect(traces(await saysAsOwner(call))).not.toEqual([]);
});

describe("an event by link", () => {
  it.each(["stranger", "member"] as const)("is in nothing that a %s can read with its key alone", async (actor) => {
    const event = await addWholeEvent("link");
    expect(event.address).toMatch(/^board-evening-[a-j2-7]{32}$/);
    for (const [way, text] of await everything(actor, event.key)) expect([way, traces(text)]).toEqual([way, []]);
  });

  it("is in nothing that the site shows to everyone", async () => {
    const event = await addWholeEvent("link");
    await sql("insert into public.newsletter_subscribers (email, confirmed_at) values ('kai@example.org', now())");
    for (const call of forVisitors(mark)) expect([call, traces(await saysAsOwner(call))]).toEqual([call, []]);
    const call = (text: string) => database.call<string>("worker", text);
    expect(await call(`public.join_waitlist('${event.key}', 'Kai', 'kai@example.org', '1', false, false)`)).toBe(
      "not-found",
    );
    expect(await call(`public.resend_status_link('${event.key}', 'kai@example.org', repeat('a', 32))`)).toBe(
      "not-found",
    );
    expect(
      await call(`public.propose_talk('${event.key}', 'T', 'talk', 'A', 'Kai', 'kai@example.org', repeat('a', 32))`),
    ).toBe("closed");
    expect(await call("public.subscribe_to_series('board', 'kai@example.org', '1', repeat('a', 32))")).toBe(
      "not-found",
    );
  });

  it("is in nothing that goes to readers, subscribers or channels", async () => {
    await addWholeEvent("link");
    const text = JSON.stringify(await database.call<unknown>("admin", "public.issue_material(8)"));
    expect(traces(text)).toEqual([]);
    expect(
      await database.call("admin", `public.queue_channel_post(gen_random_uuid(), 'discord', 'Aloha', '${ids.event}')`),
    ).toBe("not-public");
    expect(
      await sql("select private.is_to_announce(e) as goes from public.events e where e.id = $1", ids.event),
    ).toEqual([{ goes: false }]);
  });

  it("is read by its address, which stands for the key in all that visitors get", async () => {
    const { key, address } = await addWholeEvent("link");
    const [event] = await database.call<Row[]>("stranger", "public.read_events($1)", address);
    expect(event).toMatchObject({
      id: ids.event,
      key: address,
      title: mark,
      has_programme: true,
      tab_order: null,
      series: null,
    });
    expect(event?.questions).toHaveLength(1);
    expect(event?.call_deadline).not.toBeNull();
    expect(event?.event_spots).not.toBeNull();
    type Found = { programme: { event: Row; talks: { workshop: Row }[] } };
    const { programme } = await database.call<Found>("stranger", "public.read_programme($1)", address);
    expect(programme.event.key).toBe(address);
    expect(programme.talks[0]?.workshop.key).toMatch(/^board-workshop-[a-j2-7]{32}$/);
    expect(await database.call("stranger", "public.read_speakers($1)", address)).toMatchObject({
      found: { event: { key: address } },
    });
    expect(await database.call("stranger", "public.talk_call($1)", address)).toMatchObject({
      call: { event: { key: address } },
    });
    expect(JSON.stringify(event)).not.toContain(`"${key}"`);
    expect(
      await database.call("worker", `public.join_waitlist('${address}', 'Kai', 'kai@example.org', '1', false, false)`),
    ).toBe("placed");
    const [facts] = await sql<{ facts: Row }>("select private.event_facts($1) as facts", ids.event);
    expect(facts?.facts).toMatchObject({ key: address });
    expect(Object.keys(facts?.facts ?? {})).not.toEqual(expect.arrayContaining(["link_secret"]));
  });

  it("is a draft for visitors until it is published, by its address, too", async () => {
    const { address } = await addWholeEvent("link");
    await sql("update public.events set is_published = false where id = $1", ids.event);
    expect(await database.call("stranger", "public.read_events($1)", address)).toEqual([]);
    expect(await database.call("stranger", "public.read_programme($1)", address)).toEqual({ programme: null });
  });

  it("gets an address of its own when it becomes one, and its key back when it becomes public", async () => {
    const before = await addWholeEvent("public");
    expect(before.address).toBe(before.key);
    const set = (visibility: string) =>
      database.as<Row & ByLink>(
        "admin",
        "update public.events set visibility = $2 where id = $1 returning address",
        ids.event,
        visibility,
      );
    const first = (await set("link"))[0]?.address;
    expect(first).toMatch(/^board-evening-[a-j2-7]{32}$/);
    expect((await sql("select visibility from public.events where id = $1", ids.workshop))[0]).toEqual({
      visibility: "link",
    });
    expect((await set("link"))[0]?.address).toBe(first);
    expect((await set("public"))[0]?.address).toBe("board-evening");
    expect((await set("link"))[0]?.address).not.toBe(first);
  });

  it("keeps a workshop by link as long as it is for its people", async () => {
    await addWholeEvent("link");
    const rows = await database.as(
      "admin",
      "update public.events set visibility = 'public' where id = $1 returning visibility",
      ids.workshop,
    );
    expect(rows).toEqual([{ visibility: "link" }]);
  });

  it("shows a workshop by link in no program of a public event", async () => {
    const { key } = await addWholeEvent("public");
    await sql("update public.events set visibility = 'link' where id = $1", ids.workshop);
    type Found = { programme: { talks: { workshop: Row | null }[] } };
    const { programme } = await database.call<Found>("stranger", "public.read_programme($1)", key);
    expect(programme.talks[0]?.workshop).toBeNull();
  });

  it("lets no admin choose the secret, and no key look like an address", async () => {
    await addWholeEvent("link");
    const change = database.as(
      "admin",
      "update public.events set link_secret = repeat('a', 32) where id = $1",
      ids.event,
    );
    await expect(change).rejects.toMatchObject({ code: denied });
    const add = database.attempt(
      "insert into public.events (key, title, place, summary) values ('x-' || repeat('a', 32), 'A', 'B', 'C')",
    );
    await expect(add).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("a new link", () => {
  const renew = (version: unknown) =>
    database.call<string>("admin", "public.renew_event_link($1, $2)", ids.event, version);

  it("makes the former one lead nowhere, for its workshops, too", async () => {
    const { address, updated_at } = await addWholeEvent("link");
    const [workshop] = await sql<Row & ByLink>("select address from public.events where id = $1", ids.workshop);
    expect(await renew(updated_at)).toBe("renewed");
    const [now] = await sql<Row & ByLink>("select address from public.events where id = $1", ids.event);
    expect(now?.address).not.toBe(address);
    for (const former of [address, workshop?.address])
      expect(await database.call("stranger", "public.read_events($1)", former)).toEqual([]);
    expect(await database.call("stranger", "public.read_programme($1)", address)).toEqual({ programme: null });
    expect(await database.call("stranger", "public.read_events($1)", now?.address)).toHaveLength(1);
  });

  it("is refused for an event that was changed, is public or does not exist", async () => {
    await addWholeEvent("public");
    const [event] = await sql("select updated_at from public.events where id = $1", ids.event);
    expect(await renew(event?.updated_at)).toBe("changed");
    await sql("update public.events set visibility = 'link' where id = $1", ids.event);
    expect(await renew("2020-01-01")).toBe("changed");
    await sql("update public.events set for_people_of = null where id = $1", ids.workshop);
    await sql("delete from public.events where id = $1", ids.event);
    expect(await renew("2020-01-01")).toBe("not-found");
  });

  it("stands in the log without a secret, as all changes of the event do", async () => {
    const { updated_at } = await addWholeEvent("public");
    await database.as("admin", "update public.events set visibility = 'link' where id = $1", ids.event);
    await renew(
      (await sql("select updated_at from public.events where id = $1", ids.event))[0]?.updated_at ?? updated_at,
    );
    const log = await sql<{ changes: unknown }>(
      "select changes from public.audit_log where row_id = $1 order by id",
      ids.event,
    );
    expect(log.map(({ changes }) => changes)).toEqual([
      { visibility: { old: "public", new: "link" } },
      { columns: ["link_secret"] },
    ]);
    const rows = await sql<{ secret: string }>(
      "select link_secret as secret from public.events where id = $1",
      ids.event,
    );
    expect(JSON.stringify(await sql("select * from public.audit_log"))).not.toContain(rows[0]?.secret);
  });
});

it("a copy of an event by link is one by link, at an address of its own", async () => {
  const { address } = await addWholeEvent("link");
  type Copied = { outcome: string; id: string };
  const { outcome, id } = await database.call<Copied>(
    "admin",
    "public.copy_event($1, 'board-2', null, null)",
    ids.event,
  );
  expect(outcome).toBe("copied");
  const [copy] = await sql<Row & ByLink>("select address, visibility from public.events where id = $1", id);
  expect(copy).toMatchObject({ visibility: "link" });
  expect(copy?.address.slice("board-2-".length)).not.toBe(address.slice("board-evening-".length));
});

describe("people who wait for the next edition", () => {
  async function series() {
    await sql("insert into public.series (key, name) values ('evenings', 'Evenings')");
    for (const [key, visibility, day] of [
      ["over-public", "public", -9],
      ["over-by-link", "link", -8],
      ["next-by-link", "link", 5],
      ["next-public", "public", 9],
    ] as const)
      await sql(
        `insert into public.events (key, title, place, summary, starts_at, date_precision, is_published, series_id, visibility)
         select $1, 'An evening', 'Hilo', 'A summary.', now() + make_interval(days => $3), 'exact', true, s.id, $2
         from public.series s where s.key = 'evenings'`,
        key,
        visibility,
        day,
      );
    await sql(
      `insert into public.waitlist_entries (event_id, name, email, consent_version)
       select e.id, 'Kai', e.key || '@example.org', '1' from public.events e where e.key like 'over-%'`,
    );
    await database.call("worker", "public.make_editions()");
    const rows = await sql<{ email: string; key: string }>(
      `select w.email, e.key from public.waitlist_entries w join public.events e on e.id = w.event_id
       where w.email like 'over-%' order by w.email`,
    );
    return Object.fromEntries(rows.map(({ email, key }) => [email.replace("@example.org", ""), key]));
  }

  it("go from a public one to a public one, and from one by link to the next", async () => {
    expect(await series()).toEqual({ "over-by-link": "next-by-link", "over-public": "next-public" });
  });
});

describe("an event that nobody signs up for", () => {
  const announce = (id = ids.event) =>
    database.as("admin", "update public.events set takes_reservations = false, admission = 'none' where id = $1", id);

  it("takes no sign-up", async () => {
    const { key } = await addWholeEvent("public");
    await sql("update public.events set for_people_of = null where id = $1", ids.workshop);
    await announce();
    const [event] = await database.call<Row[]>("stranger", "public.read_events($1)", key);
    expect(event).toMatchObject({ admission: "none", event_spots: null });
    const joined = database.call(
      "worker",
      `public.join_waitlist('${key}', 'Kai', 'kai@example.org', '1', false, false)`,
    );
    expect(await joined).toBe("closed");
  });

  it("takes nobody back who left before", async () => {
    const { key } = await addWholeEvent("public");
    await sql("update public.events set for_people_of = null where id = $1", ids.workshop);
    const call = <Value>(text: string, ...given: unknown[]) => database.call<Value>("worker", text, ...given);
    await call(`public.join_waitlist('${key}', 'Kai', 'kai@example.org', '1', false, false)`);
    const token = "e".repeat(64);
    await sql(
      "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = 'kai@example.org'",
      token,
    );
    await call("public.leave_waitlist($1, 'left')", token);
    expect(await call("public.status_page($1)", token)).toMatchObject({ state: "left", may_undo: true });
    await announce();
    expect(await call("public.status_page($1)", token)).toMatchObject({ state: "left", may_undo: false });
    expect(await call("public.return_to_waitlist($1)", token)).toBe("too-late");
  });

  it("has no reservations or tickets, and is not made of an event with people", async () => {
    await addWholeEvent("public");
    await sql("update public.events set for_people_of = null where id = $1", ids.workshop);
    await expect(
      database.as("admin", "update public.events set admission = 'none' where id = $1", ids.event),
    ).rejects.toMatchObject({ code: checkViolation });
    await sql(
      "insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Kai', 'kai@example.org', '1')",
      ids.event,
    );
    await expect(announce()).rejects.toMatchObject({ message: expect.stringContaining("people_are_signed_up") });
    await sql("delete from public.waitlist_entries where event_id = $1", ids.event);
    await announce();
  });
});
