import { describe, expect, it } from "vitest";
import { personalData } from "../../../app/features/people/people.server.ts";
import {
  addEvent,
  addResource,
  denied,
  invalidParameter,
  key,
  prepareDatabase,
  type Row,
} from "./prepared-database.ts";

const database = prepareDatabase();

// Contains every character that a pattern might misread.
const kai = "o'Kai+x_{1}|z.w@sub.Example.org";
/** Another person, whose address contains Kai's. */
const neighbour = `a.${kai}`;
const account = key(0xa77);
const newsletter = key(78);

const erase = (email = kai, actor = database.idOf("admin")) =>
  database.call<Row>("worker", "public.erase_person($1, $2, $3, $4)", actor, email, account, newsletter);
const dataOf = (email = kai) =>
  database.call<Record<string, Row[]>>("admin", "public.personal_data($1, $2, $3)", email, account, newsletter);

/** Returns every column of every table that can hold text. */
const places = () =>
  database.sql<{ table: string; column: string; type: string; generated: boolean }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column, t.typname::text as type, a.attgenerated <> '' as generated
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private', 'auth', 'storage')
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type d on d.oid = a.atttypid
     join pg_type t on t.oid = coalesce(nullif(d.typbasetype, 0), d.oid)
     where c.relkind in ('r', 'p') and t.typname in ('text', 'varchar', 'bpchar', 'json', 'jsonb', '_text', '_varchar')
     order by 1, a.attnum`,
  );

/** Returns "table.column" of every column that holds the address in any case, ignoring the neighbor's address. */
async function holding(address: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await places()) {
    const [row] = await database.sql<{ held: boolean }>(
      `select exists (select from ${table} where strpos(replace(lower(${column}::text), lower($2), ''), lower($1)) > 0) as held`,
      address,
      neighbour,
    );
    if (row?.held) found.push(`${table}.${column}`);
  }
  return found;
}

/** Writes the address into every row of every column of our tables that accepts it, and returns those columns. */
async function plant(text: string): Promise<string[]> {
  const planted: string[] = [];
  for (const { table, column, type, generated } of await places()) {
    if (generated || !/^(public|private)\./.test(table) || table === "public.audit_log") continue;
    const json = table === "public.entry_answers" ? [text] : { [text]: [`line\\n${text}`, { deep: text }] };
    const value = type === "jsonb" ? JSON.stringify(json) : text;
    const statement = `update ${table} set ${column} = $1::${type} where ${column} is distinct from $1::${type}`;
    const changed = await database.attempt(`${statement} returning 1`, value).catch(() => []);
    if (changed.length > 0) planted.push(`${table}.${column}`);
  }
  return planted;
}

/** Adds sign-ups, subscriptions and messages of Kai and the neighbor, and sign-ins and a newsletter request of Kai. */
async function addPeople() {
  await addEvent(database, "luau");
  for (const email of [kai, neighbour]) {
    await database.call("worker", "public.join_waitlist('luau', 'Kai', $1, '1', false, true)", email);
    await database.call("worker", "public.join_waitlist('luau', 'Kai', $1, '1', true, false)", email.toUpperCase());
    await database.call("worker", "public.subscribe($1, false)", email);
    await database.call("worker", "public.send_message('Kai', $1, 'Aloha', false)", email);
  }
  for (const [address, outcome] of [
    [key(5), "failed"],
    [key(6), "succeeded"],
  ])
    await database.call("worker", "public.settle_sign_in(public.begin_sign_in($1, $2), $3)", account, address, outcome);
  await database.call("worker", "public.begin_newsletter_request($1)", newsletter);
}

/** Adds an account that has liked a resource and has changed an event as an admin, and returns its id. */
async function addAccount(email = kai): Promise<string> {
  const id = "00000000-0000-4000-8000-0000000000aa";
  await database.sql(
    `insert into auth.users (id, aud, role, email, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', $2::text, jsonb_build_object('email', $2::text))`,
    id,
    email,
  );
  await database.sql(
    "insert into public.resource_likes (resource_id, user_id) values ($1, $2)",
    await addResource(database),
    id,
  );
  await database.sql(
    `insert into auth.audit_log_entries (id, payload, created_at)
     values (gen_random_uuid(), json_build_object('actor_username', $1::text), now())`,
    email,
  );
  await database.sql(
    `insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
     values ($1, $2, 'update', 'events', '1', '{"title": {"old": "A", "new": "B"}}')`,
    id,
    email,
  );
  return id;
}

const count = async (table: string, condition = "true") =>
  (await database.sql<{ n: number }>(`select count(*)::integer as n from public.${table} where ${condition}`))[0]?.n;

describe("erasing an address from all tables, including the outbox and audit log", () => {
  it("deletes the person's data and account with all that depends on them, but nothing of the neighbor's", async () => {
    await addPeople();
    const id = await addAccount();
    expect(await holding(kai)).toEqual(
      expect.arrayContaining([
        "public.waitlist_entries.email",
        "public.audit_log.actor_email",
        "auth.audit_log_entries.payload",
      ]),
    );
    expect(await erase()).toEqual({
      outcome: "erased",
      erased: {
        mails: 0,
        departures: 0,
        waitlist_changes: 0,
        invitations: 0,
        address_changes: 0,
        waitlist_entries: 2,
        newsletter_subscribers: 1,
        series_subscriptions: 0,
        speaker_contacts: 0,
        proposals: 0,
        contact_messages: 1,
        suggestions: 0,
        import_rows: 0,
        sign_in_failures: 1,
        known_addresses: 1,
        newsletter_requests: 1,
        accounts: 1,
        texts: 0,
        log_entries: 1,
      },
    });
    expect(await holding(kai)).toEqual([]);
    expect(await count("waitlist_entries")).toBe(2);
    expect(await count("newsletter_subscribers")).toBe(1);
    expect(await count("contact_messages")).toBe(1);
    expect(await count("outbox")).toBe(1);
    expect(await count("resource_likes", `user_id = '${id}'`)).toBe(0);
    expect(await database.sql("select 1 from auth.users where id = $1", id)).toEqual([]);
  });

  it("replaces the address in free text about people in every column, and keeps published content", async () => {
    await addPeople();
    await addAccount("somebody@example.org");
    await database.sql(
      `with question as (insert into public.event_questions (event_id, position, kind, text) select id, 1, 'short', 'Who?' from public.events where key = 'luau' returning id)
       insert into public.entry_answers (entry_id, question_id, value) select w.id, q.id, '["?"]' from public.waitlist_entries w, question q`,
    );
    const planted = await plant(`https://example.org/?to=${kai}`);
    expect(planted).toEqual(
      expect.arrayContaining([
        "public.contact_messages.message",
        "public.contact_messages.note",
        "public.entry_answers.value",
        "public.education_resources.url",
        "public.education_tabs.label",
        "public.events.about",
        "public.events.ticket_url",
        "private.newsletter_requests.last_outcome",
        "public.outbox.last_error",
        "public.waitlist_entries.name",
        "public.waitlist_entries.note",
      ]),
    );
    expect((await erase()).outcome).toBe("erased");
    const published = (place: string) =>
      /^(public[.](events|event_questions|places|education_tabs|education_resources|article\w+)|private[.]search_items)[.]|[.]told$/.test(
        place,
      );
    const left = await holding(kai);
    expect(left.filter((place) => !published(place))).toEqual([]);
    // The copy of a place is written again whenever its event changes.
    const kept = planted.filter((place) => published(place) && place !== "public.events.place_details");
    expect(left).toEqual(expect.arrayContaining(kept));
    expect(await database.sql("select distinct note from public.contact_messages")).toEqual([
      { note: "https://example.org/?to=(erased)" },
    ]);
  });

  it("finds the address at any depth, at the start of a line and percent-encoded", async () => {
    await addPeople();
    const encoded = encodeURIComponent(kai);
    const note = [
      ...[`${kai}\n${kai}`, `\t${kai.toUpperCase()}`],
      ...[`https://example.org/?a=${encoded}&b=%3D${encoded}`, neighbour],
    ];
    await database.sql("update public.contact_messages set note = $1", note.join(" "));
    await database.call("worker", "public.begin_newsletter_request($1)", key(79));
    await database.sql(
      "update private.newsletter_requests set last_outcome = $1::jsonb where email_key = $2",
      JSON.stringify({ said: [{ deep: kai }, 3, null] }),
      key(79),
    );
    expect(await erase()).toMatchObject({ outcome: "erased", erased: { texts: 2 } });
    expect(await database.sql("select note from public.contact_messages")).toEqual([
      { note: `(erased)\n(erased) \t(erased) https://example.org/?a=(erased)&b=%3D(erased) ${neighbour}` },
    ]);
    expect(await database.sql("select last_outcome from private.newsletter_requests")).toEqual([
      { last_outcome: { said: [{ deep: "(erased)" }, 3, null] } },
    ]);
    expect(await holding(encoded)).toEqual([]);
  });

  it("keeps a text of maximum length within its limit", async () => {
    await addPeople();
    await database.sql("update public.contact_messages set name = $1", `${"x".repeat(96)} a@b`);
    expect((await erase("a@b")).outcome).toBe("erased");
    expect(await database.sql("select distinct name from public.contact_messages")).toEqual([
      { name: `${"x".repeat(96)} (er` },
    ]);
  });

  it("keeps the daily totals", async () => {
    await addPeople();
    const totals = await database.sql("select * from private.daily_totals order by day, kind, shard");
    await erase();
    expect(await database.sql("select * from private.daily_totals order by day, kind, shard")).toEqual(totals);
  });
});

describe("an erasure", () => {
  it("is logged with the admin, the counts, and a digest instead of the address", async () => {
    await addPeople();
    const id = await addAccount();
    await erase();
    const rows = await database.sql(
      "select actor_email, verb, table_name, row_id, changes from public.audit_log where verb = 'erase'",
    );
    expect(rows).toEqual([
      {
        actor_email: "admin@example.org",
        verb: "erase",
        table_name: "people",
        row_id: id,
        changes: expect.objectContaining({ waitlist_entries: 2, contact_messages: 1, address_digest: account }),
      },
    ]);
  });

  it("is attributed to the admin in the log, like each deletion, although the Worker calls it", async () => {
    await addPeople();
    await erase();
    const rows = await database.sql(
      "select distinct actor, actor_email, table_name from public.audit_log where actor is not null and verb <> 'access' order by 3",
    );
    const admin = { actor: database.idOf("admin"), actor_email: "admin@example.org" };
    expect(rows).toEqual(
      ["contact_messages", "newsletter_subscribers", "people", "waitlist_entries"].map((table_name) => ({
        ...admin,
        table_name,
      })),
    );
  });

  it("removes only the email of the erased account from its log entries", async () => {
    const id = await addAccount();
    const logged = () =>
      database.sql("select actor, actor_email, table_name, changes from public.audit_log where actor = $1", id);
    const [before] = await logged();
    await erase();
    expect(await logged()).toEqual([{ ...before, actor_email: null }]);
  });

  it("keeps an event text that contains the address, and its log entries", async () => {
    const bait = "pay@evil.example";
    const id = await addEvent(database, "luau");
    await database.as("admin", "update public.events set summary = $2, about = $2 where id = $1", id, `Ask ${bait}`);
    await database.as("admin", "update public.events set summary = 'Ask nobody' where id = $1", id);
    const entries = () => database.sql("select * from public.audit_log order by id");
    const before = await entries();
    expect(JSON.stringify(before)).toContain(bait);
    expect(await erase(bait)).toMatchObject({ outcome: "nothing-held" });
    await database.call("worker", "public.subscribe($1, false)", bait);
    expect(await erase(bait)).toMatchObject({ outcome: "erased", erased: { newsletter_subscribers: 1 } });
    expect((await entries()).slice(0, before.length)).toEqual(before);
    expect(await database.sql("select about from public.events where id = $1", id)).toEqual([{ about: `Ask ${bait}` }]);
  });

  it("is refused for an admin until the role is removed, and changes nothing", async () => {
    await addPeople();
    const id = await addAccount();
    await database.sql("insert into public.admin_users (id) values ($1)", id);
    expect(await erase()).toEqual({ outcome: "is-admin" });
    expect(await count("waitlist_entries")).toBe(4);
    await database.call("admin", "public.remove_admin($1)", kai);
    expect((await erase()).outcome).toBe("erased");
    expect(await holding(kai)).toEqual([]);
  });

  it("returns nothing-held for an unknown person and logs nothing", async () => {
    await database.sql("delete from private.sign_in_failures");
    expect(await erase("nobody@example.org")).toEqual({ outcome: "nothing-held" });
    expect(await count("audit_log", "verb = 'erase'")).toBe(0);
  });

  it("accepts the address in any case and with outer spaces, and refuses an invalid one", async () => {
    await addPeople();
    expect((await erase(` ${kai.toUpperCase()} `)).outcome).toBe("erased");
    expect(await holding(kai)).toEqual([]);
    for (const text of ["", " ", "example.org", "a b@example.org", "@", "a@@b"]) {
      await expect(erase(text)).rejects.toMatchObject({ code: invalidParameter });
      await expect(dataOf(text)).rejects.toMatchObject({ code: invalidParameter });
    }
  });

  it("comes with personal_data, which returns exactly the keys of its schema", async () => {
    expect(Object.keys(await dataOf()).sort()).toEqual(Object.keys(personalData.shape).sort());
  });

  it("is only for the Worker on behalf of an admin; personal_data is only for admins", async () => {
    for (const actor of ["stranger", "member", "admin"] as const) {
      const call = database.as(
        actor,
        "select public.erase_person($1, $2, $3, $4)",
        database.idOf("admin"),
        kai,
        account,
        account,
      );
      await expect(call).rejects.toMatchObject({ code: denied });
    }
    await expect(erase(kai, database.idOf("member"))).rejects.toMatchObject({ code: denied });
    await expect(erase(kai, "00000000-0000-4000-8000-0000000000ff")).rejects.toMatchObject({ code: denied });
    for (const actor of ["stranger", "member", "worker"] as const) {
      await expect(database.as(actor, "select public.personal_data($1, '', '')", kai)).rejects.toMatchObject({
        code: denied,
      });
    }
  });

  it.each([
    ["", account],
    [null, account],
    [account, null],
    ["kai", account],
    [account, account.toUpperCase()],
  ])("requires valid keys of the address: refuses %j and %j", async (...keys) => {
    await addPeople();
    const call = "public.erase_person($1, $2, $3, $4)";
    await expect(database.call("worker", call, database.idOf("admin"), kai, ...keys)).rejects.toMatchObject({
      code: invalidParameter,
    });
  });

  it("leaves the audit log append-only for everyone, even with its own setting on", async () => {
    await addPeople();
    await erase();
    await database.sql("grant all on public.audit_log to anon, authenticated, service_role");
    const change = "update public.audit_log set changes = '{}'";
    const refusal = { message: "the audit log only grows" };
    await expect(database.attempt(change)).rejects.toMatchObject(refusal);
    await database.sql("select set_config('audit_log.erasing', 'on', true)");
    for (const rewriting of ["changes = '{}'", "actor_email = 'x@example.org'", "actor_email = null, row_id = '1'"]) {
      await expect(database.attempt(`update public.audit_log set ${rewriting}`)).rejects.toMatchObject(refusal);
    }
    for (const actor of ["member", "admin", "worker"] as const) {
      await expect(database.as(actor, change)).rejects.toMatchObject(refusal);
    }
    for (const attempt of ["delete from public.audit_log", "truncate public.audit_log"]) {
      await expect(database.attempt(attempt)).rejects.toMatchObject(refusal);
    }
  });
});

describe("personal_data", () => {
  it("returns sign-ups, messages, account, likes, log entries, mentions and counters of a person", async () => {
    await addPeople();
    const id = await addAccount();
    await database.sql("update public.contact_messages set note = $1 where email = $2", `Knows ${kai}`, neighbour);
    const data = await dataOf(kai.toUpperCase());
    const [message] = await database.sql("select id from public.contact_messages where email = $1", neighbour);
    expect(data).toMatchObject({
      email: kai.toLowerCase(),
      waitlists: [
        {
          name: "Kai",
          email: kai,
          event: "An event",
          suspected_spam: false,
          consent_version: "1",
          delivery: { attempts: 0 },
        },
        { email: kai.toUpperCase(), suspected_spam: true, delivery: null },
      ],
      newsletter: [{ email: kai }],
      messages: [{ email: kai, message: "Aloha", status: "new" }],
      account: { is_admin: false },
      likes: [{ resource: "A resource" }],
      log: [{ verb: "update", table: "events", row: "1" }],
      mentions: [{ table: "contact_messages", id: message?.id }],
      counters: { sign_in_failures: 1, known_addresses: 1, newsletter_requests: 1 },
    });
    expect(JSON.stringify(data)).not.toContain(id);
  });

  it("is empty for an unknown person", async () => {
    expect(await dataOf("nobody@example.org")).toEqual({
      email: "nobody@example.org",
      imports: [],
      waitlists: [],
      left_waitlists: [],
      waitlist_changes: [],
      mails: [],
      newsletter: [],
      newsletter_changes: [],
      series: [],
      speakers: [],
      proposals: [],
      invitations: [],
      address_changes: [],
      messages: [],
      suggestions: [],
      account: null,
      likes: [],
      log: [],
      mentions: [],
      counters: {
        sign_in_failures: 0,
        known_addresses: 0,
        newsletter_requests: 0,
        spending: 0,
        mail_suppressions: 0,
      },
    });
  });

  it("leaves out the data of the neighbor, whose address contains the person's", async () => {
    await addPeople();
    await addAccount(neighbour);
    await erase();
    expect(await dataOf()).toMatchObject({
      waitlists: [],
      newsletter: [],
      messages: [],
      account: null,
      log: [],
      mentions: [],
    });
  });
});
