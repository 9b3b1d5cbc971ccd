import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, invalidParameter, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

const digest = "0".repeat(64);

/** Adds a mail to someone on the waitlist that was sent and got no response. @returns its id */
async function addUncertain(number: number, more: Row = {}): Promise<number> {
  const email = `kai${number}@example.org`;
  await database.call("worker", "public.join_waitlist('luau', 'Kai', $1, '1', false, false, $2)", email, key(number));
  const fields = {
    state: "unknown",
    attempts: 2,
    next_attempt_at: null,
    sealed: "sealed",
    frozen_at: "2026-01-01T00:00:00Z",
    frozen_attempt: 1,
    payload_digest: digest,
    last_error: "no answer",
    created_at: "2026-01-01T00:00:00Z",
    ...more,
  };
  const columns = Object.keys(fields);
  const [row] = await database.sql<{ id: number }>(
    `update public.mails m set ${columns.map((column, index) => `${column} = $${index + 2}`).join(", ")}
     where address_key = $1 returning id`,
    key(number),
    ...Object.values(fields),
  );
  return row?.id as number;
}

const resolve = (action: string, ids?: number[]) =>
  ids
    ? database.call<number>("admin", "public.resolve_uncertain_mails($1, $2)", action, ids)
    : database.call<number>("admin", "public.resolve_uncertain_mails($1)", action);
const mail = async (id: number) => (await database.sql("select * from public.mails where id = $1", id))[0] as Row;
const logged = () =>
  database.sql(
    "select actor, verb, row_id, changes from public.audit_log where table_name in ('mails', 'mail_suppressions') order by id",
  );

interface Overview {
  uncertain: number;
  resendable: number;
  due: number;
  due_since: string | null;
  total: number;
  mails: { id: number; purpose: string; trouble: string; email: string | null; is_queued: boolean; answer: string }[];
}
const overview = (state = "", page = 1) =>
  database.call<Overview>("admin", "public.mail_overview($1, $2)", state, page);

beforeEach(async () => {
  await database.sql("delete from public.mails");
  await addEvent(database, "luau");
});

describe("an uncertain email", () => {
  it("is sent again as a new one, with another key, nothing frozen, due now, and three new days", async () => {
    const id = await addUncertain(1);
    const before = await mail(id);
    expect(await resolve("send", [id])).toBe(1);
    const after = await mail(id);
    expect(after).toMatchObject({ state: "due", attempts: 2, sealed: null, frozen_at: null, payload_digest: null });
    expect(after.idempotency_key).not.toBe(before.idempotency_key);
    expect(after.next_attempt_at).toEqual(after.created_at);
    await database.sql("update public.waitlist_entries set email = 'new@example.org' where email = 'kai1@example.org'");
    const claimed = await database.as("worker", "select * from public.claim_mails(5, 60, 86400)");
    expect(claimed).toMatchObject([{ id, sealed: null, content: { email: "new@example.org" } }]);
  });

  it("can be left, which settles it without its payload, and for good", async () => {
    const id = await addUncertain(1);
    expect(await resolve("leave", [id])).toBe(1);
    expect(await mail(id)).toMatchObject({
      state: "left",
      sealed: null,
      next_attempt_at: null,
      payload_digest: digest,
    });
    expect((await mail(id)).settled_at).not.toBeNull();
    expect(await resolve("send", [id]), "what was decided").toBe(0);
  });

  it("can be resolved by its ID, or together with all others", async () => {
    const ids = [await addUncertain(1), await addUncertain(2), await addUncertain(3)];
    expect(await resolve("leave", ids.slice(0, 1))).toBe(1);
    expect(await resolve("send")).toBe(2);
    expect((await Promise.all(ids.map(mail))).map(({ state }) => state)).toEqual(["left", "due", "due"]);
  });

  it.each([
    ["still tried with the old key", { next_attempt_at: "2026-01-01T01:00:00Z" }],
    ["refused", { state: "refused", sealed: null }],
    ["accepted", { state: "accepted", sealed: null }],
  ])("cannot be resolved if it is %s", async (_, fields) => {
    await addUncertain(1, fields);
    expect(await resolve("send")).toBe(0);
    expect(await resolve("leave")).toBe(0);
  });

  it("is never sent again if it is an issue of the newsletter, but can be left", async () => {
    const id = await addUncertain(1);
    await database.sql("update private.mail_purposes set stream = 'newsletter'");
    expect(await overview()).toMatchObject({ uncertain: 1, resendable: 0, mails: [{ is_resendable: false }] });
    expect(await resolve("send")).toBe(0);
    expect(await mail(id)).toMatchObject({ state: "unknown" });
    expect(await resolve("leave")).toBe(1);
  });

  it("is logged when resolved, with the admin and nothing about the person", async () => {
    const id = await addUncertain(1);
    await resolve("send", [id]);
    expect(await logged()).toEqual([
      {
        actor: database.idOf("admin"),
        verb: "update",
        row_id: String(id),
        changes: { state: { old: "unknown", new: "due" } },
      },
    ]);
  });

  it("can be resolved only by an admin, and only in one of two ways", async () => {
    await addUncertain(1);
    for (const call of ["public.resolve_uncertain_mails('send')", "public.mail_overview('', 1)"])
      await expect(database.call("member", call)).rejects.toMatchObject({ code: denied });
    await expect(resolve("forget")).rejects.toMatchObject({ code: invalidParameter });
  });
});

describe("the overview of emails for admins", () => {
  it("lists each one that may not have arrived, with its current recipient and the last error", async () => {
    const ids = {
      uncertain: await addUncertain(1, { created_at: "2026-01-05T00:00:00Z" }),
      refused: await addUncertain(2, { state: "refused", sealed: null, created_at: "2026-01-04T00:00:00Z" }),
      bounced: await addUncertain(3, { state: "bounced", sealed: null, created_at: "2026-01-03T00:00:00Z" }),
      complained: await addUncertain(4, { state: "complained", sealed: null, created_at: "2026-01-02T00:00:00Z" }),
    };
    await addUncertain(5, { state: "accepted", sealed: null });
    await addUncertain(6, { state: "left", sealed: null });
    const all = await overview();
    expect(all).toMatchObject({ uncertain: 1, resendable: 1, due: 0, due_since: null, total: 4 });
    expect(all.mails.map(({ id, trouble, email }) => ({ id, trouble, email }))).toEqual(
      Object.entries(ids).map(([trouble, id], index) => ({ id, trouble, email: `kai${index + 1}@example.org` })),
    );
    expect(all.mails[0]).toMatchObject({ purpose: "waitlist-receipt", answer: "no answer", is_queued: true });
    for (const [trouble, id] of Object.entries(ids))
      expect(await overview(trouble)).toMatchObject({ total: 1, mails: [{ id }] });
  });

  it("names no recipient if the entry is gone", async () => {
    await addUncertain(1);
    await database.sql("delete from public.waitlist_entries where email = 'kai1@example.org'");
    expect((await overview()).mails).toMatchObject([{ email: null, is_queued: false }]);
  });

  it("counts those that are due, and those that wait, and shows since and until when", async () => {
    await addUncertain(1, { state: "due", sealed: null, next_attempt_at: "2026-01-01T01:00:00Z" });
    await addUncertain(2, { state: "due", sealed: null, next_attempt_at: "2026-01-01T02:00:00Z" });
    await addUncertain(3, { state: "due", sealed: null, next_attempt_at: "2999-01-01T00:00:00Z" });
    await addUncertain(4, { state: "due", sealed: null, next_attempt_at: "2999-01-02T00:00:00Z" });
    await addUncertain(5, {
      ...{
        state: "claimed",
        sealed: null,
        next_attempt_at: "2998-01-01T00:00:00Z",
        claimed_until: "2998-01-01T00:00:00Z",
      },
    });
    expect(await overview()).toMatchObject({
      ...{ due: 2, due_since: "2026-01-01T01:00:00+00:00", total: 0 },
      ...{ later: 2, later_at: "2999-01-01T00:00:00+00:00" },
    });
  });

  it("has pages of 50", async () => {
    await database.sql(
      `insert into public.mails (purpose, person, occurrence, state, next_attempt_at, created_at)
       select 'waitlist-receipt', gen_random_uuid(), 1, 'refused', null, now() - n * interval '1 minute' from generate_series(1, 51) n`,
    );
    const [first, second] = [await overview(), await overview("", 2)];
    expect([first.total, first.mails.length, second.mails.length]).toEqual([51, 50, 1]);
    expect(first.mails.map(({ id }) => id)).not.toContain(second.mails[0]?.id);
  });

  it("is counted on the dashboard, without emails refused long ago or because of a suppression", async () => {
    await addUncertain(1);
    await addUncertain(2);
    const refused = { state: "refused", sealed: null };
    const now = new Date().toISOString();
    await addUncertain(3, { ...refused, settled_at: now });
    await addUncertain(4, { ...refused, settled_at: now, last_error: "suppressed" });
    await addUncertain(5, { ...refused, settled_at: "2026-01-01T00:00:00Z" });
    const { attention } = await database.call<{ attention: Row }>("admin", "public.dashboard()");
    expect(attention).toMatchObject({ uncertain_mails: 2, refused_mails: 1 });
  });
});

describe("a suppressed address", () => {
  const suppress = (reason: string, stream = "transactional") =>
    database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, $2, $3)",
      key(1),
      stream,
      reason,
    );
  const lift = (stream = "transactional", actor = database.idOf("admin")) =>
    database.call<boolean>("worker", "public.lift_suppression($1, $2, $3)", actor, key(1), stream);
  const shown = () => database.call<Row[]>("admin", "public.suppressions_of($1)", key(1));

  it.each(["not-mine", "bounced"])(
    "%s: can be seen by an admin, and lifted for one stream by its digest",
    async (why) => {
      await suppress(why);
      await suppress(why, "newsletter");
      expect(await shown()).toMatchObject([
        { stream: "transactional", reason: why },
        { stream: "newsletter", reason: why },
      ]);
      expect(await lift()).toBe(true);
      expect(await lift(), "a second press").toBe(false);
      expect(await shown()).toMatchObject([{ stream: "newsletter" }]);
      expect(await logged()).toEqual([
        {
          actor: database.idOf("admin"),
          verb: "delete",
          row_id: key(1),
          changes: { stream: "transactional", reason: why },
        },
      ]);
    },
  );

  it.each(["complained", "erased"])("%s: cannot be lifted", async (why) => {
    await suppress(why);
    expect(await lift()).toBe(false);
    expect(await shown()).toHaveLength(1);
    expect(await logged()).toEqual([]);
  });

  it("is shown only to admins, and lifted only by the Worker on behalf of an admin", async () => {
    await suppress("bounced");
    await expect(lift("transactional", database.idOf("member"))).rejects.toMatchObject({ code: denied });
    await expect(database.call("member", "public.suppressions_of($1)", key(1))).rejects.toMatchObject({ code: denied });
    await expect(
      database.call("admin", "public.lift_suppression($1, $2, 'transactional')", database.idOf("admin"), key(1)),
    ).rejects.toMatchObject({ code: denied });
  });
});
