import { beforeEach, describe, expect, it } from "vitest";
import { logs, type Role } from "../../../app/admin/roles.ts";
import privileges from "../../../app/features/doctor/privileges.json" with { type: "json" };
import { functionRights } from "../../../harness/function-rights.ts";
import { type Actor, addEvent, addResource, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

type Verb = "select" | "insert" | "update" | "delete";
const verbs: Verb[] = ["select", "insert", "update", "delete"];
type Grants = Partial<Record<Verb, string | string[] | true>>;
const granted = privileges.tables as Record<string, { authenticated?: Grants }>;

/** Public tables: visitors read when the jobs ran. */
const forEverybody = ["heartbeats"];
const rights = functionRights();
const adminTables = Object.keys(granted).filter((name) => granted[name]?.authenticated && !forEverybody.includes(name));

const callable = Object.entries(privileges.functions as Record<string, string[]>).filter(([, roles]) =>
  roles.includes("authenticated"),
);
const nameOf = (signature: string) => signature.replace(/\(.*/, "");

/** Sessions of an owner that give no access to the admin area, and the functions that they may still call. */
const halfSessions: [name: string, begin: () => Promise<unknown>, also?: string[]][] = [
  ["that has expired", () => database.sql("update private.admin_sessions set seen_at = now() - interval '31 minutes'")],
  [
    "that is 8 hours old",
    () => database.sql("update private.admin_sessions set started_at = now() - interval '8 hours'"),
  ],
  ["of another account", () => database.sql("update private.admin_sessions set user_id = $1", database.idOf("editor"))],
  ["that has ended", () => database.sql("delete from private.admin_sessions")],
  ["older than a change of keys", () => database.sql("update private.admin_sessions set keys = repeat('0', 64)")],
  [
    "whose code is missing",
    async () => {
      await database.sql(
        "insert into private.second_factors (user_id, sealed_secret, last_step) values ($1, 'Fe26.2*' || repeat('x', 60), 0)",
        database.idOf("admin"),
      );
      await database.sql("update private.admin_sessions set keys = private.credentials_digest(user_id)");
    },
  ],
  [
    "with a one-time password",
    () => database.sql("select public.note_one_time_password('admin@example.org')"),
    ["sessions_of"],
  ],
];

type Asker = [name: string, actor: Actor, role: Role | null, begin?: () => Promise<unknown>, also?: string[]];

/** All callers, with their role in the table of rights, or null for none. */
const askers: Asker[] = [
  ["a stranger", "stranger", null],
  ["a member", "member", null],
  ["an editor", "editor", "editor"],
  ["an owner", "admin", "owner"],
  ...halfSessions.map(([name, ...rest]): Asker => [`an owner with a session ${name}`, "admin", null, ...rest]),
];

const may = (role: Role | null, least: Role | undefined) => least !== undefined && (role === "owner" || role === least);

/** Returns the least role for each table and verb, from the names of policies such as "Owners remove subscribers". */
async function leastOfPolicies(): Promise<Record<string, Partial<Record<Verb, Role>>>> {
  const policies = await database.sql<{ table: string; verb: Verb; who: string }>(
    `select tablename as table, lower(cmd) as verb, split_part(policyname, ' ', 1) as who from pg_policies
     where schemaname = 'public' and split_part(policyname, ' ', 1) in ('Owners', 'Admins')`,
  );
  const least: Record<string, Partial<Record<Verb, Role>>> = {};
  for (const { table, verb, who } of policies) {
    const ofTable = least[table] ?? {};
    least[table] = { ...ofTable, [verb]: who === "Admins" || ofTable[verb] === "editor" ? "editor" : "owner" };
  }
  // "Visitors read the spots of events that they see", and admins see every event.
  least.event_spots = { select: least.events?.select ?? "owner" };
  return least;
}

/** Adds at least one row to every table, and none that visitors see. */
async function fill(): Promise<void> {
  await database.addEditor();
  for (const table of ["waitlist_entries", "events", "education_resources", "education_tabs", "newsletter_issues"])
    await database.sql(`delete from public.${table}`);
  await database.sql(
    "insert into public.education_tabs (tab_key, label, is_active) values ('closed', 'Closed', false)",
  );
  await addResource(database, { tab: "closed", published: false });
  const event = await addEvent(database, "draft", false);
  const statements = [
    `insert into public.waitlist_entries (event_id, name, email, consent_version) values ('${event}', 'Kai', 'kai@example.org', '1')`,
    "insert into public.series (key, name) values ('evenings', 'Evenings')",
    "insert into public.places (key, name, city, island) values ('hall', 'Hall', 'Hilo', 'hawaii')",
    "insert into public.place_notes (id, notes) select id, 'The key is with Kai.' from public.places where key = 'hall'",
    `insert into public.programmes (id) values ('${event}')`,
    `insert into public.rooms (event_id, name) values ('${event}', 'Hall')`,
    `insert into public.speakers (event_id, name) values ('${event}', 'Kai')`,
    `insert into public.talks (event_id, title) values ('${event}', 'A talk')`,
    "insert into public.talk_speakers (talk_id, speaker_id, event_id, position) select t.id, s.id, t.event_id, 1 from public.talks t join public.speakers s using (event_id)",
    "insert into public.outbox (kind, waitlist_entry_id) select 'waitlist', id from public.waitlist_entries limit 1",
    "insert into public.newsletter_subscribers (email) values ('kai@example.org')",
    "insert into public.contact_messages (name, email, message) values ('Kai', 'kai@example.org', 'Aloha')",
    "insert into public.suggestions (kind, title, url, about) values ('resource', 'A book', 'https://example.org/', 'About it.')",
    "insert into public.message_answers (id, message_id, occurrence, answer) select gen_random_uuid(), id, 1, 'Aloha' from public.contact_messages limit 1",
    "insert into public.newsletter_issues (subject, slug, markdown) values ('News', 'news', 'News')",
    `insert into public.channel_posts (id, channel, text, event_id) values (gen_random_uuid(), 'discord', 'Aloha', '${event}')`,
    `insert into public.campaigns (event_id, kind) values ('${event}', 'tickets-open')`,
    "insert into public.mails (purpose, person, occurrence) select 'waitlist-receipt', id, 1 from public.waitlist_entries limit 1",
    "insert into public.doctor_checks (name, state) values ('database', 'ok')",
    "insert into public.restore_drills (row_count) values (1)",
    "update public.events set attendee_limit = 1, takes_reservations = true",
    `insert into public.named_links (event_id, slug, name) values ('${event}', 'flyer', 'Flyer')`,
    `insert into public.event_questions (event_id, position, kind, text) values ('${event}', 1, 'short', 'Fish?')`,
    "insert into public.entry_answers (entry_id, question_id, value) select w.id, q.id, '[\"Yes\"]' from public.waitlist_entries w, public.event_questions q",
    "insert into public.line_moves (reservation_id, reason) select id, 'Speaks' from public.reservations",
    "insert into public.credentials (reservation_id) select id from public.reservations limit 1",
    "insert into public.walk_ins (id, event_id, people, helper) select gen_random_uuid(), id, 1, 'Noe' from public.events",
    `insert into public.pictures (path, alt, width, height) values ('/uploads/${"0".repeat(32)}.png', 'A canoe', 800, 600)`,
    "insert into public.door_passes (event_id, name, token_digest) select id, 'Front', repeat('a', 64) from public.events",
    "insert into public.door_presses (id, pass_id, kind, helper, pressed_at, is_late, outcome) select gen_random_uuid(), id, 'walk-in', 'Noe', now(), false, 'closed' from public.door_passes",
  ];
  for (const statement of statements) await database.sql(statement);
}

/** An argument that matches nothing but the caller's own account. A strict function is not executed with null. */
const harmless = (own: string) => (type: string) =>
  ({ text: "''::text", uuid: `${own}::uuid` })[type] ?? `null::${type}`;

/** Whether a verb reaches every row of a table; an insertion that conflicts only with existing rows was allowed. */
async function reaches(actor: Actor, table: string, verb: Verb): Promise<boolean> {
  const grant = granted[table]?.authenticated?.[verb];
  const columns = (
    await database.sql<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      `public.${table}`,
    )
  )
    .map(({ name }) => name)
    .filter((name) => !Array.isArray(grant) || grant.includes(name));
  const [row] = await database.sql<{ all: number; first: Row }>(
    `select count(*)::int as all, (array_agg(to_jsonb(t)))[1] as first from public.${table} t`,
  );
  expect(row?.all, `rows in ${table}`).toBeGreaterThan(0);
  const list = columns.join(", ");
  const statements: Record<Verb, [text: string, ...parameters: unknown[]]> = {
    select: [`select 1 from public.${table}`],
    insert: [
      `insert into public.${table} (${list}) select ${list} from jsonb_populate_record(null::public.${table}, $1)`,
      JSON.stringify(row?.first),
    ],
    update: [`update public.${table} set ${columns[0]} = ${columns[0]} returning 1`],
    delete: [`delete from public.${table} returning 1`],
  };
  await database.sql("savepoint before");
  try {
    const found = await database.as(actor, ...statements[verb]);
    return verb === "insert" || found.length === row?.all;
  } catch (error) {
    const { code = "" } = error as { code?: string };
    // Existing rows are in the way; constraints are checked only for a caller that is allowed to write.
    if (/^23/.test(code)) return true;
    if (code === denied) return false;
    throw error;
  } finally {
    await database.sql("rollback to savepoint before");
  }
}

describe("the table of rights", () => {
  it("has a policy for every table and verb that admins are granted", async () => {
    const tables = await leastOfPolicies();
    for (const name of adminTables) {
      const verbsOf = Object.keys(granted[name]?.authenticated ?? {});
      expect([name, Object.keys(tables[name] ?? {}).sort()]).toEqual([name, verbsOf.sort()]);
    }
  });

  it("has a line at every function that a signed-in caller may execute, and at no other", () => {
    expect([...rights.keys()].sort()).toEqual(callable.map(([signature]) => nameOf(signature)).sort());
  });

  it("lists every table whose changes are logged, and the other subjects of the log", async () => {
    const audited = await database.sql<{ name: string }>(
      "select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'private.audit'::regproc",
    );
    const byFunctions = ["access", "imports", "join_links", "mail_suppressions", "mails", "people"];
    expect(Object.keys(logs).sort()).toEqual([...audited.map(({ name }) => name), ...byFunctions].sort());
  });
});

describe.each(askers)("%s", (_, actor, role, begin, also = []) => {
  beforeEach(async () => {
    await fill();
    await begin?.();
  });

  describe.each([
    ["with the privileges of the migrations", ""],
    [
      "when everything has been granted, as the embedded server does",
      "grant all on all tables in schema public to anon, authenticated",
    ],
  ])("%s", (_, grant) => {
    it("reads and writes exactly the tables that are listed for the role", async () => {
      if (grant) await database.sql(grant);
      const tables = await leastOfPolicies();
      for (const table of adminTables.filter((name) => name !== "audit_log")) {
        for (const verb of verbs) {
          const isReached = await reaches(actor, table, verb);
          expect.soft([table, verb, isReached]).toEqual([table, verb, may(role, tables[table]?.[verb])]);
        }
      }
    });

    it("reads exactly the log entries that are listed for the role, and cannot change them", async () => {
      if (grant) await database.sql(grant);
      await database.sql(
        "insert into public.audit_log (verb, table_name, row_id, changes) select 'update', name, '1', '{}' from unnest($1::text[]) as name",
        Object.keys(logs),
      );
      const seen = await database
        .as<{ name: string }>(actor, "select distinct table_name as name from public.audit_log order by 1")
        .catch(() => []);
      const listed = Object.entries(logs).filter(([, { least }]) => may(role, least));
      expect(seen.map(({ name }) => name)).toEqual(listed.map(([name]) => name).sort());
      for (const verb of ["insert", "update", "delete"] as const)
        expect.soft([verb, await reaches(actor, "audit_log", verb).catch(() => false)]).toEqual([verb, false]);
    });
  });

  it("calls exactly the functions that are listed for the role", async () => {
    const own = actor === "member" || actor === "editor" || actor === "admin" ? `'${database.idOf(actor)}'` : "null";
    for (const [signature, roles] of callable) {
      const [, name = "", types] = /^(\w+)\((.*)\)$/.exec(signature) ?? [];
      const call = `select public.${name}(${types ? types.split(", ").map(harmless(own)).join(", ") : ""})`;
      const isDenied = await database.as(actor, call).then(
        () => false,
        (error: { code?: string }) => error.code === denied,
      );
      const least = rights.get(name)?.least;
      const isOpen = least === "member" && (actor !== "stranger" || roles.includes("anon"));
      const isForRole = least !== "member" && may(role, least);
      expect.soft([name, isDenied]).toEqual([name, !(isOpen || isForRole || also.includes(name))]);
    }
  });
});

describe("the note on what an editor's token can do with each function without the Worker", () => {
  it("begins with nothing, writes or reads, as the role and the catalog require", async () => {
    const volatile = await database.sql<{ name: string }>(
      "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'",
    );
    const writes = new Set(volatile.map(({ name }) => name));
    for (const [name, { least, editor }] of rights) {
      const begins = least === "owner" ? /^nothing: owners only$/ : writes.has(name) ? /^writes / : /^reads /;
      expect.soft([name, editor]).toEqual([name, expect.stringMatching(begins)]);
    }
  });

  it("says nothing, or is absent, exactly where an editor is denied", async () => {
    await database.addEditor();
    const signatures = await database.sql<{ name: string; types: string[] }>(
      `select proname as name, array(select format_type(type, null) from unnest(proargtypes::oid[]) type) as types
       from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    for (const { name, types } of signatures) {
      const call = `select public.${name}(${types.map(harmless(`'${database.idOf("editor")}'`)).join(", ")})`;
      const isDenied = await database.as("editor", call).then(
        () => false,
        (error: { code?: string }) => error.code === denied,
      );
      const said = rights.get(name)?.editor ?? "nothing";
      expect.soft([name, isDenied]).toEqual([name, said.startsWith("nothing")]);
    }
  });
});

describe("calls of the Worker on behalf of an admin", () => {
  beforeEach(fill);
  const keys = [key(1), key(2), key(3)];

  it("are accepted only for owners", async () => {
    const calls: [string, ...unknown[]][] = [
      ["public.erase_person($1, 'nobody@example.org', $2, $3, $4)", ...keys],
      ["public.lift_suppression($1, $2, 'transactional')", key(1)],
    ];
    for (const [call, ...parameters] of calls) {
      for (const actor of ["member", "editor"] as const) {
        const asked = database.call("worker", call, database.idOf(actor), ...parameters);
        await expect(asked, `${call} for a ${actor}`).rejects.toMatchObject({ code: denied });
      }
      await expect(database.call("worker", call, database.idOf("admin"), ...parameters)).resolves.toBeDefined();
    }
  });
});
