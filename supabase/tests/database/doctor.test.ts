import { readdirSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { type DatabaseFacts, databaseFacts } from "../../../app/features/doctor/facts.ts";
import { grantLines, storagePolicies } from "../../../app/features/doctor/privileges.ts";
import { checkViolation, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const ask = async (): Promise<DatabaseFacts> => databaseFacts.parse(await database.call("worker", "public.doctor()"));

describe("what the database says of itself", () => {
  it("is read by the Worker's key alone", async () => {
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(database.call(actor, "public.doctor()")).rejects.toMatchObject({ code: denied });
  });

  it("names every migration that is applied, and nothing where no list is kept", async () => {
    const ours = readdirSync("supabase/migrations").map((name) => name.slice(0, 14));
    expect((await ask()).migrations).toEqual(ours.sort());
    await database.sql("update supabase_migrations.schema_migrations set version = '1' where version = $1", ours[0]);
    expect((await ask()).migrations).toEqual(["1", ...ours.slice(1)]);
    await database.sql("drop schema supabase_migrations cascade");
    expect((await ask()).migrations).toBeNull();
  });

  it("names the tables whose row security is off", async () => {
    expect((await ask()).open_tables).toEqual([]);
    await database.sql("alter table public.outbox disable row level security");
    expect((await ask()).open_tables).toEqual(["outbox"]);
  });

  it("has the grants of app/features/doctor/privileges.json, line for line", async () => {
    const { tables, functions } = await ask();
    expect([...tables, ...functions].sort()).toEqual([...grantLines].sort());
  });

  it.each([
    ["grant select (email) on public.waitlist_entries to anon", "waitlist_entries anon select email"],
    ["grant truncate on public.events to authenticated", "events authenticated truncate *"],
    ["grant execute on function public.purge(integer) to public", "purge(integer) public"],
    ["grant execute on function public.purge(integer) to anon", "purge(integer) anon"],
  ])("%s: shows", async (grant, line) => {
    await database.sql(grant);
    const { tables, functions } = await ask();
    expect([...tables, ...functions]).toContain(line);
  });

  it("says how the bucket of the posters is", async () => {
    expect((await ask()).bucket).toEqual({
      public: true,
      types: ["image/avif", "image/jpeg", "image/png", "image/webp"],
    });
    await database.sql(
      "update storage.buckets set public = false, allowed_mime_types = null where id = 'event-images'",
    );
    expect((await ask()).bucket).toEqual({ public: false, types: null });
    await database.sql("delete from storage.buckets where id = 'event-images'");
    expect((await ask()).bucket).toBeNull();
  });

  it("names the policies on the files of the bucket", async () => {
    expect((await ask()).storage_policies).toEqual(storagePolicies);
    await database.sql('drop policy "Admins add event images" on storage.objects');
    expect((await ask()).storage_policies).toEqual(storagePolicies.slice(1));
  });

  it("says how much is not delivered, since when, and why, and nothing of whom it is about", async () => {
    expect((await ask()).outbox).toEqual({});
    await database.call("worker", "public.send_message('Kai', 'kai@example.org', 'Aloha', false, true)");
    await database.call("worker", "public.join_waitlist('ethereum', 'Kai', 'kai@example.org', '1', false, true)");
    await database.sql(
      "update public.outbox set failed_at = now(), last_error = 'status 400', created_at = now() - interval '1 hour' where kind = 'waitlist'",
    );
    const facts = await ask();
    expect(facts.outbox).toMatchObject({
      notice: { waiting: 1, failed: 0, error: null },
      waitlist: { waiting: 1, failed: 1, error: "status 400" },
    });
    expect(Date.parse(facts.now) - Date.parse(facts.outbox.waitlist?.oldest ?? "")).toBeGreaterThan(3_599_000);
    expect(JSON.stringify(facts)).not.toMatch(/kai/i);
    await database.sql("update public.outbox set delivered_at = now(), failed_at = null");
    expect((await ask()).outbox).toEqual({});
  });

  it("says when a backup was last restored elsewhere, once that was noted", async () => {
    expect((await ask()).restore_drill).toBeNull();
    await database.sql("insert into public.restore_drills (drilled_at, row_count) values ('2026-01-01', 1)");
    await database.call("worker", "public.note_restore_drill(109)");
    const { restore_drill, now } = await ask();
    expect(Math.abs(Date.parse(now) - Date.parse(restore_drill ?? ""))).toBeLessThan(60_000);
    expect(await database.sql("select row_count::int from public.restore_drills order by drilled_at desc")).toEqual([
      { row_count: 109 },
      { row_count: 1 },
    ]);
  });

  it("knows its clock and its size", async () => {
    const { now, bytes, rows } = await ask();
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(5000);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(rows).toBeGreaterThanOrEqual(0);
  });
});

it("knows which mails are late, uncertain, or came back within 30 days", async () => {
  await database.sql("delete from public.mails");
  const add = (fields: string, values: string) =>
    database.sql(
      `insert into public.mails (purpose, person, occurrence, ${fields}) values ('waitlist-receipt', gen_random_uuid(), 1, ${values})`,
    );
  const none = {
    due: 0,
    oldest: null,
    in_turn: 0,
    retried: 0,
    error: null,
    uncertain: 0,
    of_a_day: 0,
    sent: 0,
    bounced: 0,
    complained: 0,
  };
  expect((await ask()).mails).toEqual(none);
  await add("next_attempt_at", "now() - interval '1 hour'");
  await add("next_attempt_at", "now() - interval '1 minute'");
  await add("next_attempt_at, attempts, last_error", "now() + interval '1 hour', 6, 'status 401'");
  for (const state of ["unknown", "accepted", "accepted", "bounced", "complained", "refused", "left"])
    await add("next_attempt_at, state", `null, '${state}'`);
  await add("next_attempt_at, state, created_at", "null, 'bounced', now() - interval '30 days'");
  const { mails, now } = await ask();
  expect(mails).toMatchObject({
    due: 2,
    retried: 1,
    error: "status 401",
    uncertain: 1,
    sent: 4,
    bounced: 1,
    complained: 1,
  });
  expect(Date.parse(now) - Date.parse(mails?.oldest ?? "")).toBeGreaterThan(3_599_000);

  await database.sql(
    `with issue as (
       insert into public.newsletter_issues (slug, subject, markdown, last_error)
       values ('late', 'Late', 'What happened.', 'status 500') returning number
     )
     insert into public.mails (purpose, person, occurrence, next_attempt_at)
     select 'newsletter-issue', gen_random_uuid(), number, now() - n * interval '2 hours' from issue, generate_series(0, 2) n`,
  );
  expect((await ask()).mails).toMatchObject({ due: 5, retried: 1, error: "status 401" });
  await database.sql("delete from public.mails where purpose <> 'newsletter-issue'");
  const issue = await ask();
  expect(issue.mails).toMatchObject({ due: 3, retried: 0, error: "status 500" });
  expect(Date.parse(issue.now) - Date.parse(issue.mails?.oldest ?? "")).toBeGreaterThan(4 * 3_599_000);
});

describe("the heartbeat of a job", () => {
  const note = (job: string, milliseconds: number, succeeded: boolean) =>
    database.call("worker", "public.note_heartbeat($1, $2, $3)", job, milliseconds, succeeded);

  it("is its last run, its last success, and how long it took", async () => {
    await note("minute", 30, false);
    expect((await ask()).heartbeats.minute).toMatchObject({ succeeded_at: null, milliseconds: 30 });
    await note("minute", 40, true);
    const { ran_at: first } = (await ask()).heartbeats.minute ?? {};
    expect((await ask()).heartbeats).toEqual({ minute: { ran_at: first, succeeded_at: first, milliseconds: 40 } });
    await database.sql("update public.heartbeats set ran_at = 'epoch', succeeded_at = 'epoch'");
    await note("minute", 50, false);
    const { ran_at, succeeded_at } = (await ask()).heartbeats.minute ?? {};
    expect([ran_at, Date.parse(succeeded_at ?? "")]).toEqual([first, 0]);
  });

  it("is read by everybody and written by the Worker's key alone, and only of the jobs there are", async () => {
    await note("nightly", 1, true);
    for (const actor of ["stranger", "member", "admin"] as const) {
      expect(await database.as(actor, "select job from public.heartbeats")).toEqual([{ job: "nightly" }]);
      await expect(database.call(actor, "public.note_heartbeat('minute', 1, true)")).rejects.toMatchObject({
        code: denied,
      });
    }
    await expect(note("hourly", 1, true)).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("what the doctor found", () => {
  const note = async (states: Record<string, string>, told = false) => {
    const unnotified = await database.call<{ name: string; state: string }[]>(
      "worker",
      "public.note_checks($1, $2)",
      JSON.stringify(states),
      told,
    );
    return unnotified.map(({ name, state }) => `${name} ${state}`);
  };
  beforeEach(async () => {
    await note({ clock: "ok", size: "wrong", bucket: "unknown" });
  });

  it("is to be told once when it is wrong, and once when it is well again", async () => {
    expect(await note({ clock: "ok", size: "wrong" }), "as long as nobody was told").toEqual(["size wrong"]);
    expect(await note({ clock: "ok", size: "wrong" }, true)).toEqual([]);
    expect(await note({ clock: "ok", size: "wrong" })).toEqual([]);
    expect(await note({ clock: "ok", size: "unknown" }), "nobody knows").toEqual([]);
    expect(await note({ clock: "ok", size: "wrong" }), "nothing has changed").toEqual([]);
    expect(await note({ clock: "ok", size: "ok" })).toEqual(["size ok"]);
    expect(await note({ clock: "ok", size: "ok" }, true)).toEqual([]);
    expect(await note({ clock: "ok", size: "ok" })).toEqual([]);
  });

  it("is forgotten when it was well again before anybody was told", async () => {
    expect(await note({ clock: "ok", size: "ok" })).toEqual([]);
  });

  it("keeps since when, until the state changes", async () => {
    await database.sql("update public.doctor_checks set since = 'epoch'");
    await note({ clock: "ok", size: "ok" });
    const { checks } = await ask();
    expect(Object.keys(checks)).toEqual(["size", "clock"]);
    expect(Date.parse(checks.clock?.since ?? "")).toBe(0);
    expect(Date.parse(checks.size?.since ?? "")).toBeGreaterThan(0);
  });

  it("is read by admins alone, and written by the Worker's key alone", async () => {
    const read = "select name from public.doctor_checks order by name";
    expect(await database.as("admin", read)).toEqual([{ name: "bucket" }, { name: "clock" }, { name: "size" }]);
    expect(await database.as("member", read)).toEqual([]);
    await expect(database.as("stranger", read)).rejects.toMatchObject({ code: denied });
    for (const actor of ["stranger", "member", "admin"] as const)
      await expect(database.call(actor, "public.note_checks('{}', false)")).rejects.toMatchObject({ code: denied });
  });
});
