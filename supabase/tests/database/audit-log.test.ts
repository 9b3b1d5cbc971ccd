import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, addResource, denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

let logged: number;
beforeEach(async () => {
  const [row] = await database.sql<{ id: number }>("select coalesce(max(id), 0) as id from public.audit_log");
  logged = row?.id as number;
});

const log = () =>
  database.sql(
    "select actor, actor_email, verb, table_name, row_id, changes from public.audit_log where id > $1 order by id",
    logged,
  );
const byAdmin = () => ({ actor: database.idOf("admin"), actor_email: "admin@example.org" });
const person = { name: "Kai Kealoha", email: "kai@example.org" };

describe("what an admin does is logged: who, when, what changed", () => {
  it("when", async () => {
    await database.as("admin", "insert into public.education_tabs (tab_key, label) values ('reading', 'Reading')");
    expect(await database.sql("select at = now() as now from public.audit_log where id > $1", logged)).toEqual([
      { now: true },
    ]);
  });

  it("a new row, a change with old and new values, and the row that was deleted", async () => {
    const [tab] = await database.as<{ id: string }>(
      "admin",
      "insert into public.education_tabs (tab_key, label) values ('reading', 'Reading') returning id",
    );
    await database.as(
      "admin",
      "update public.education_tabs set label = 'Books', is_active = false where id = $1",
      tab?.id,
    );
    await database.as("admin", "delete from public.education_tabs where id = $1", tab?.id);
    const row = { ...byAdmin(), table_name: "education_tabs", row_id: tab?.id };
    expect(await log()).toMatchObject([
      { ...row, verb: "insert", changes: { tab_key: "reading", label: "Reading", is_active: true } },
      {
        ...row,
        verb: "update",
        changes: { label: { old: "Reading", new: "Books" }, is_active: { old: true, new: false } },
      },
      { ...row, verb: "delete", changes: { tab_key: "reading", label: "Books", is_active: false } },
    ]);
  });

  it("in events", async () => {
    const id = await addEvent(database, "luau");
    await database.as("admin", "update public.events set title = 'Changed' where id = $1", id);
    await database.as("admin", "delete from public.events where id = $1", id);
    const row = { ...byAdmin(), table_name: "events", row_id: id };
    expect(await log()).toMatchObject([
      { ...row, verb: "update", changes: { title: { new: "Changed" } } },
      { ...row, verb: "delete", changes: { title: "Changed" } },
    ]);
  });

  it("in education_resources, where a deletion is a change", async () => {
    const id = await addResource(database);
    await database.as("admin", "update public.education_resources set title = 'Changed' where id = $1", id);
    await database.as("admin", "update public.education_resources set deleted_at = now() where id = $1", id);
    const row = { ...byAdmin(), verb: "update", table_name: "education_resources", row_id: id };
    expect(await log()).toMatchObject([
      { ...row, changes: { title: { new: "Changed" } } },
      { ...row, changes: { deleted_at: { old: null } } },
    ]);
  });

  it("several rows of one statement are several rows of the log", async () => {
    const ids = [await addResource(database), await addResource(database)];
    await database.as("admin", "update public.education_resources set is_published = false where id = any ($1)", ids);
    expect((await log()).map((row) => row.row_id).sort()).toEqual(ids.sort());
  });

  it("derived columns are left out, and a change that changes nothing is not logged", async () => {
    const id = await addResource(database);
    await database.as("admin", "update public.education_resources set title = title where id = $1", id);
    expect(await log()).toEqual([]);
    await database.as("admin", "update public.education_resources set description = 'Other.' where id = $1", id);
    expect((await log()).map((row) => Object.keys(row.changes as Row))).toEqual([["description"]]);
  });

  it("who becomes and who stops being an admin", async () => {
    await database.call("admin", "public.add_admin('member@example.org')");
    await database.call("admin", "public.remove_admin('member@example.org')");
    const row = { ...byAdmin(), table_name: "admin_users", row_id: database.idOf("member") };
    expect(await log()).toMatchObject([
      { ...row, verb: "insert" },
      { ...row, verb: "delete" },
    ]);
  });

  it("who that was is told by the account: of admins, present and past, and of nobody else", async () => {
    const named = () =>
      database.as("admin", "select * from public.logged_admins($1)", [database.idOf("member"), database.idOf("admin")]);
    expect(await named()).not.toContainEqual(expect.objectContaining({ email: "member@example.org" }));
    await database.call("admin", "public.add_admin('member@example.org')");
    await database.call("admin", "public.remove_admin('member@example.org')");
    expect(await named()).toContainEqual({ id: database.idOf("member"), email: "member@example.org" });
    for (const actor of ["member", "worker"] as const)
      await expect(database.as(actor, "select * from public.logged_admins('{}')")).rejects.toMatchObject({
        code: "42501",
      });
  });

  it("the operator's commands too, without an actor", async () => {
    await database.call("worker", "public.add_admin('member@example.org')");
    await database.sql("delete from public.admin_users where id = $1", database.idOf("member"));
    const row = { actor: null, actor_email: null, table_name: "admin_users", row_id: database.idOf("member") };
    expect(await log()).toMatchObject([
      { ...row, verb: "insert" },
      { ...row, verb: "delete" },
    ]);
  });
});

describe("what is done to a whole list", () => {
  it("is one entry for more than 100 people, and says how many they were", async () => {
    const event = await addEvent(database, "luau");
    const add = (many: number) =>
      database.sql(
        `insert into public.waitlist_entries (event_id, name, email, consent_version)
         select $1, 'Kai', 'kai-' || n || '@example.org', '1' from generate_series(1, $2::int) n`,
        event,
        many,
      );
    await add(101);
    await database.as("admin", "update public.waitlist_entries set note = 'Called' where event_id = $1", event);
    expect(await log()).toMatchObject([
      {
        ...byAdmin(),
        verb: "update",
        table_name: "waitlist_entries",
        row_id: "many",
        changes: { columns: ["note"], rows: 101 },
      },
    ]);
    await database.sql("delete from public.waitlist_entries where email = 'kai-1@example.org'");
    await database.as("admin", "update public.waitlist_entries set note = 'Called again' where event_id = $1", event);
    expect(await log()).toHaveLength(101);
  });
});

describe("for waitlist, subscribers and messages it keeps id, verb and names of changed columns, never values", () => {
  beforeEach(async () => {
    await addEvent(database, "luau");
    await database.call("worker", "public.join_waitlist('luau', $1, $2, '1', false, true)", person.name, person.email);
    await database.call("worker", "public.subscribe($1, false)", person.email);
    await database.call("worker", "public.send_message($1, $2, 'Secret words', false)", person.name, person.email);
  });

  it("what a visitor does is not logged", async () => {
    const resource = await addResource(database);
    await database.call("worker", "public.set_like($1, 'like', $2)", resource, database.idOf("admin"));
    expect(await log()).toEqual([]);
  });

  it.each([
    ["waitlist_entries", "note = 'private'", ["note"], true],
    ["newsletter_subscribers", "suspected_spam = true", ["suspected_spam"], true],
    ["contact_messages", "status = 'done', note = 'private'", ["handled_at", "note", "status"], false],
  ])("%s", async (table, assignments, names, isDeletable) => {
    const [row] = await database.sql<{ id: string }>(`select id from public.${table} where email = $1`, person.email);
    await database.as("admin", `update public.${table} set ${assignments} where id = $1`, row?.id);
    if (isDeletable) await database.as("admin", `delete from public.${table} where id = $1`, row?.id);
    const rows = await log();
    const logged = { ...byAdmin(), table_name: table, row_id: row?.id };
    const deletion = { ...logged, verb: "delete", changes: { columns: [] } };
    expect(rows).toMatchObject([{ ...logged, verb: "update" }, ...(isDeletable ? [deletion] : [])]);
    const [changes] = rows.map((each) => each.changes as { columns: string[] });
    expect(Object.keys(changes ?? {})).toEqual(["columns"]);
    expect(changes?.columns.sort()).toEqual(names);
    expect(JSON.stringify(rows)).not.toMatch(/Kai|kai@|other@|private|Secret/);
  });

  it("a delivery that is tried again", async () => {
    await database.sql("update public.outbox set failed_at = now(), last_error = 'kai@example.org is unknown'");
    const [row] = await database.sql<{ id: number }>("select max(id) as id from public.outbox");
    await database.call("admin", "public.retry_outbox($1)", row?.id);
    expect(await log()).toMatchObject([
      {
        ...byAdmin(),
        verb: "update",
        table_name: "outbox",
        row_id: String(row?.id),
        changes: { columns: ["failed_at"] },
      },
    ]);
  });
});

describe("the audit log is append-only: nobody, an admin included, can change or delete a row", () => {
  const attempts = [
    "update public.audit_log set actor = null",
    "delete from public.audit_log",
    "truncate public.audit_log",
  ];
  beforeEach(async () => {
    await database.as("admin", "insert into public.education_tabs (tab_key, label) values ('reading', 'Reading')");
  });

  it.each(attempts)("by grants: %s", async (attempt) => {
    for (const actor of ["stranger", "member", "admin", "worker"] as const) {
      await expect(database.as(actor, attempt)).rejects.toMatchObject({ code: denied });
    }
    expect(await log()).toHaveLength(1);
  });

  it.each(attempts)("where everything has been granted, and for the owner: %s", async (attempt) => {
    await database.sql("grant all on public.audit_log to anon, authenticated, service_role");
    for (const actor of ["stranger", "member", "admin", "worker"] as const) {
      await expect(database.as(actor, attempt)).rejects.toMatchObject({ code: denied });
    }
    await expect(database.attempt(attempt)).rejects.toMatchObject({ message: "the audit log only grows" });
    expect(await log()).toHaveLength(1);
  });

  it("nobody who is signed in adds a row", async () => {
    await database.sql("grant all on public.audit_log to anon, authenticated");
    for (const actor of ["stranger", "member", "admin"] as const) {
      const forged =
        "insert into public.audit_log (verb, table_name, row_id, changes) values ('update', 'events', '1', '{}')";
      await expect(database.as(actor, forged)).rejects.toMatchObject({ code: denied });
    }
  });

  it("admins read it, members and strangers do not", async () => {
    await database.sql("grant all on public.audit_log to anon, authenticated");
    expect(await database.as("admin", "select * from public.audit_log where id > $1", logged)).toHaveLength(1);
    expect(await database.as("member", "select * from public.audit_log")).toEqual([]);
    expect(await database.as("stranger", "select * from public.audit_log")).toEqual([]);
  });
});

describe("the addresses in the log", () => {
  const found = async (actor: Parameters<typeof database.as>[0], part: string) =>
    (await database.as(actor, "select public.logged_addresses($1) as email", part)).map(({ email }) => email);

  it("are found by a part, however it is spelled, by whoever may read an entry of theirs", async () => {
    await database.sql(
      "insert into public.audit_log (actor_email, verb, table_name, row_id, changes) values ('Of_Old@example.org', 'access', 'access', '1', '{}')",
    );
    await database.addEditor();
    const event = await addEvent(database, "luau");
    await database.as("editor", "update public.events set title = 'A calm evening' where id = $1", event);
    expect(await found("admin", "of_old@")).toEqual(["Of_Old@example.org"]);
    expect(await found("admin", "%")).toEqual([]);
    expect(await found("editor", "EDITOR@")).toEqual(["editor@example.org"]);
    expect(await found("editor", "of_old@"), "who only signed in").toEqual([]);
    expect(await found("member", "")).toEqual([]);
    await expect(found("stranger", "")).rejects.toMatchObject({ code: denied });
  });

  it("are read one by one, not entry by entry", async () => {
    await database.sql(
      `insert into public.audit_log (actor_email, verb, table_name, row_id, changes)
       select 'admin-' || n % 3 || '@example.org', 'update', 'events', n::text, '{}' from generate_series(1, 3000) n`,
    );
    await database.sql("analyze public.audit_log");
    const readSoFar = async () => {
      const [row] = await database.sql<{ rows: number }>(
        "select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables where relname = 'audit_log'",
      );
      return row?.rows ?? Number.NaN;
    };
    const before = await readSoFar();
    expect(await found("admin", "admin-")).toEqual([0, 1, 2].map((number) => `admin-${number}@example.org`));
    expect((await readSoFar()) - before).toBeLessThan(20);
    const plan = await database.as(
      "admin",
      "explain select id from public.audit_log where actor_email in ('nobody@example.org') order by id desc limit 51",
    );
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("audit_log_as_addressed");
  });
});

describe("what the rows of the log are called", () => {
  it("is their title now, for admins; nothing of a row that is gone", async () => {
    const event = await addEvent(database, "luau");
    const resource = await addResource(database, { title: "Reading the chain" });
    const titles = () =>
      database.as("editor", "select title from public.logged_titles($1) order by title", [event, resource]);
    await database.sql("update public.events set title = 'A calm evening' where id = $1", event);
    expect(await titles()).toEqual([{ title: "A calm evening" }, { title: "Reading the chain" }]);
    await database.sql("delete from public.education_resources where id = $1", resource);
    expect(await titles()).toEqual([{ title: "A calm evening" }]);
  });

  it("is nothing to somebody who is signed in and no admin", async () => {
    const draft = await addEvent(database, "luau");
    await database.sql("update public.events set is_published = false where id = $1", draft);
    expect(await database.as("member", "select title from public.logged_titles($1)", [draft])).toEqual([]);
  });
});
