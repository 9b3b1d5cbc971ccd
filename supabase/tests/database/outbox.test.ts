import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, invalidParameter, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

interface Claim extends Row {
  id: number;
  idempotency_key: string;
  kind: string;
  attempts: number;
  payload: unknown;
}

const claim = (limit: number | null = 10, lease: number | null = 60) =>
  database.as<Claim>("worker", "select * from public.claim_outbox($1, $2)", limit, lease);
const claimNotices = () =>
  database.as<Claim>("worker", "select * from public.claim_outbox(10, 60, array['waitlist', 'notice'])");
const settle = (id: number, outcome: string | null, attempt: number, error: string | null = null) =>
  database.call<boolean>("worker", "public.settle_outbox($1, $2, $3, $4)", id, outcome, error, attempt);
const join = (email: string) =>
  database.call("worker", "public.join_waitlist('luau', 'Kai', $1, '1', false, true)", email);
const only = async (columns: string) => (await database.sql(`select ${columns} from public.outbox`))[0];

beforeEach(async () => {
  await database.sql("delete from public.outbox");
  await addEvent(database, "luau");
  await join("kai@example.org");
});

describe("claim_outbox", () => {
  it("returns the payload for the endpoint, and counts the attempt", async () => {
    expect(await claim()).toEqual([
      {
        id: expect.any(Number),
        idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: "waitlist",
        attempts: 1,
        payload: { name: "Kai", email: "kai@example.org", event: "luau" },
      },
    ]);
  });

  it("does not return a claimed row while its lease runs, and then returns it with the same key", async () => {
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    await database.sql("update public.outbox set claimed_until = now()");
    expect(await claim()).toMatchObject([{ idempotency_key: first?.idempotency_key, attempts: 2 }]);
  });

  it("returns the rows that are due longest first, and no more than requested", async () => {
    await join("noe@example.org");
    await join("lani@example.org");
    await database.sql(
      `update public.outbox o set next_attempt_at = now() - interval '1 hour'
       from public.waitlist_entries w where w.id = o.waitlist_entry_id and w.email = 'lani@example.org'`,
    );
    expect(await claim(1)).toMatchObject([{ payload: { email: "lani@example.org" } }]);
    expect(await claim(1)).toMatchObject([{ payload: { email: "kai@example.org" } }]);
    expect(await claim()).toMatchObject([{ payload: { email: "noe@example.org" } }]);
  });

  it.each(["next_attempt_at = now() + interval '1 second'", "delivered_at = now()", "failed_at = now()"])(
    "skips rows that are not due: %s",
    async (assignment) => {
      await database.sql(`update public.outbox set ${assignment}`);
      expect(await claim()).toEqual([]);
    },
  );

  it("sets a lease of the requested length", async () => {
    await claim(1, 90);
    expect(await only("extract(epoch from claimed_until - now())::integer as seconds")).toEqual({ seconds: 90 });
  });

  it.each([
    [0, 60],
    [101, 60],
    [null, 60],
    [10, 0],
    [10, 3601],
    [10, null],
  ])("refuses %s rows for %s seconds", async (limit, lease) => {
    await expect(claim(limit, lease)).rejects.toMatchObject({ code: invalidParameter });
  });
});

describe("settle_outbox", () => {
  let id: number;
  beforeEach(async () => {
    id = (await claim())[0]?.id as number;
  });

  it("makes delivered final", async () => {
    expect(await settle(id, "delivered", 1, "not kept")).toBe(true);
    expect(await only("delivered_at = now() as delivered, failed_at, claimed_until, last_error")).toEqual({
      delivered: true,
      failed_at: null,
      claimed_until: null,
      last_error: null,
    });
    expect(await claim()).toEqual([]);
    expect(await settle(id, "retry", 1)).toBe(false);
  });

  it("makes failed final, with an error of at most 500 characters", async () => {
    expect(await settle(id, "failed", 1, "x".repeat(600))).toBe(true);
    expect(await only("failed_at = now() as failed, delivered_at, length(last_error) as length")).toEqual({
      failed: true,
      delivered_at: null,
      length: 500,
    });
    expect(await claim()).toEqual([]);
  });

  it("ignores a stale attempt", async () => {
    await database.sql("update public.outbox set claimed_until = now()");
    await claim();
    expect(await settle(id, "failed", 1)).toBe(false);
    expect(await only("failed_at, attempts")).toEqual({ failed_at: null, attempts: 2 });
    expect(await settle(id, "delivered", 2)).toBe(true);
  });

  it("settles an attempt once", async () => {
    expect(await settle(id, "retry", 1)).toBe(true);
    expect(await settle(id, "retry", 1)).toBe(false);
    expect(await settle(id, "delivered", 1)).toBe(false);
  });

  it("ignores an unknown row", async () => {
    expect(await settle(id + 1000, "delivered", 1)).toBe(false);
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [9, 256],
    [10, 360],
    [40, 360],
    [2000, 360],
  ])("after attempt %i pauses for %i minutes", async (attempt, minutes) => {
    await database.sql("update public.outbox set attempts = $1", attempt);
    await settle(id, "retry", attempt, "503");
    expect(
      await only(
        "extract(epoch from next_attempt_at - now())::integer / 60 as minutes, claimed_until, failed_at, last_error",
      ),
    ).toEqual({ minutes, claimed_until: null, failed_at: null, last_error: "503" });
  });

  it("schedules the last attempt three days after the row was written", async () => {
    await database.sql(
      "update public.outbox set attempts = 20, created_at = now() - interval '3 days' + interval '5 minutes'",
    );
    await settle(id, "retry", 20);
    expect(await only("extract(epoch from next_attempt_at - now())::integer / 60 as minutes, failed_at")).toEqual({
      minutes: 5,
      failed_at: null,
    });
  });

  it("turns a retry into a failure three days after the row was written", async () => {
    await database.sql("update public.outbox set attempts = 20, created_at = now() - interval '3 days'");
    expect(await settle(id, "retry", 20, "503")).toBe(true);
    expect(await only("failed_at = now() as failed, last_error")).toEqual({ failed: true, last_error: "503" });
  });

  it.each([
    ["sooner than the pause", 30, 1, 60],
    ["longer than the pause", 1800, 1, 1800],
    ["longer than 6 hours", 86_400, 1, 21_600],
    ["nothing", null, 1, 60],
    ["the past", -5, 1, 60],
    ["sooner than a long pause", 1800, 10, 21_600],
  ])("when the receiver wants %s (%s s) after attempt %i, retries after %i s", async (_, wait, attempt, seconds) => {
    await database.sql("update public.outbox set attempts = $1", attempt);
    await database.call("worker", "public.settle_outbox($1, 'retry', '429', $2, $3)", id, attempt, wait);
    expect(await only("extract(epoch from next_attempt_at - now())::integer as seconds")).toEqual({ seconds });
  });

  it("respects the pause that the receiver wants even at the end of the three days", async () => {
    await database.sql("update public.outbox set created_at = now() - interval '3 days' + interval '5 minutes'");
    await database.call("worker", "public.settle_outbox($1, 'retry', '503', 1, 900)", id);
    expect(await only("extract(epoch from next_attempt_at - now())::integer as seconds")).toEqual({ seconds: 900 });
  });

  it.each(["", "done", null])("refuses the outcome %j", async (outcome) => {
    await expect(settle(id, outcome, 1)).rejects.toMatchObject({ code: invalidParameter });
  });
});

describe("a notice of messages", () => {
  let messages = 0;
  const send = (notify = true, spam = false) =>
    database.call(
      "worker",
      "(public.send_message('Kai', 'kai@example.org', $1, $2, $3)).outcome",
      `Aloha ${messages++}`,
      spam,
      notify,
    );
  const notices = () =>
    database.sql<Row & { id: number; attempts: number }>(
      "select *, delivered_at is not null as delivered from public.outbox where kind = 'notice' order by id",
    );
  beforeEach(async () => {
    await database.sql("delete from public.outbox");
    await database.sql("delete from public.contact_messages");
  });

  it("contains only the number of messages that are new when it is claimed", async () => {
    await send();
    await send();
    await send(false);
    await send(true, true);
    await database.sql(
      "update public.contact_messages set status = 'open' where message = $1",
      `Aloha ${messages - 2}`,
    );
    expect(await claimNotices()).toEqual([
      {
        id: expect.any(Number),
        idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: "notice",
        attempts: 1,
        payload: { kind: "message", count: 2 },
      },
    ]);
  });

  it("is queued once for any number of messages", async () => {
    for (let count = 0; count < 4; count++) await send();
    expect(await notices()).toHaveLength(1);
  });

  it.each([
    ["the Worker has nobody to tell", false, false],
    ["it is suspected spam", true, true],
  ])("is not queued for a message when %s", async (_, notify, spam) => {
    expect(await send(notify, spam)).toBe("sent");
    expect(await notices()).toEqual([]);
  });

  it("is not queued for a text that was already sent", async () => {
    const again = () =>
      database.call("worker", "(public.send_message('Kai', 'kai@example.org', 'Aloha', false, true)).outcome");
    await again();
    await database.sql("delete from public.outbox");
    expect(await again()).toBe("already-sent");
    expect(await notices()).toEqual([]);
  });

  it("is neither queued nor claimed by an older Worker, which does not know about notices", async () => {
    await database.call("worker", "(public.send_message('Kai', 'kai@example.org', 'Aloha', false)).outcome");
    expect(await notices()).toEqual([]);
    await send();
    expect(await claim()).toEqual([]);
  });

  it("is followed by another one with its own key for a message that arrives while it is under way", async () => {
    await send();
    const [first] = await claimNotices();
    await send();
    expect(await settle(first?.id as number, "delivered", 1)).toBe(true);
    const [second, ...more] = await claimNotices();
    expect(second).toMatchObject({ attempts: 1, payload: { count: 2 } });
    expect(more).toEqual([]);
    expect(second?.idempotency_key).not.toBe(first?.idempotency_key);
    await settle(second?.id as number, "delivered", 1);
    expect(await notices()).toMatchObject([{ delivered: true }, { delivered: true }]);
  });

  it.each([true, false])(
    "keeps its key when it is sent again, unless a message arrived in between: %s",
    async (hasCome) => {
      await send();
      const [first] = await claimNotices();
      if (hasCome) await send();
      await settle(first?.id as number, "retry", 1, "status 503");
      if (hasCome) await send();
      await database.sql("update public.outbox set next_attempt_at = now()");
      const [second] = await claimNotices();
      expect(second?.idempotency_key !== first?.idempotency_key).toBe(hasCome);
      expect(second).toMatchObject({ id: first?.id, attempts: 2, payload: { count: hasCome ? 3 : 1 } });
      await settle(second?.id as number, "delivered", 2);
      expect(await claimNotices()).toEqual([]);
    },
  );

  it("starts over with the next message if it was given up", async () => {
    await send();
    const [first] = await claimNotices();
    await settle(first?.id as number, "failed", 1, "status 400");
    await database.sql("update public.outbox set created_at = now() - interval '4 days', attempts = 9");
    await send();
    expect(await notices()).toMatchObject([{ id: first?.id, attempts: 0, failed_at: null }]);
    const [second] = await claimNotices();
    expect(second?.idempotency_key).not.toBe(first?.idempotency_key);
    await settle(second?.id as number, "retry", 1, "status 503");
    expect(await notices()).toMatchObject([{ failed_at: null, last_error: "status 503" }]);
  });

  it("is dropped if all its messages were handled in the meantime", async () => {
    await send();
    await database.sql("update public.contact_messages set status = 'done'");
    await join("noe@example.org");
    expect(await claimNotices()).toMatchObject([{ kind: "waitlist" }]);
    expect(await notices()).toEqual([]);
  });

  it("is tried again when an admin retries it", async () => {
    await send();
    const [first] = await claimNotices();
    await settle(first?.id as number, "failed", 1, "status 400");
    expect(await database.call<boolean>("admin", "public.retry_outbox($1)", first?.id)).toBe(true);
    expect(await claimNotices()).toMatchObject([{ id: first?.id, attempts: 2 }]);
  });

  it("belongs to no waitlist entry, while a row of kind waitlist must have one", async () => {
    const add = (kind: string, entry: string) =>
      database.attempt(`insert into public.outbox (kind, waitlist_entry_id) values ('${kind}', ${entry})`);
    const entry = "(select id from public.waitlist_entries limit 1)";
    await expect(add("waitlist", "null")).rejects.toMatchObject({ code: checkViolation });
    await expect(add("notice", entry)).rejects.toMatchObject({ code: checkViolation });
    await expect(add("mail", entry)).rejects.toMatchObject({ code: checkViolation });
  });
});

it("the outbox itself contains no address or name", async () => {
  const rows = await database.sql("select to_jsonb(o)::text as row from public.outbox o");
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toMatch(/@|Kai/);
});
