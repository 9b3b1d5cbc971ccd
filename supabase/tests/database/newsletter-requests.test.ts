import { describe, expect, it } from "vitest";
import { checkViolation, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Turn {
  allowed: boolean;
  paused: boolean;
  in_turn: boolean;
  last: unknown;
}

const begin = (who: string | null = key(1)) =>
  database.call<Turn>("worker", "public.begin_newsletter_request($1)", who);
const end = (outcome: object, pause = 0, who = key(1)) =>
  database.call<boolean>("worker", "public.end_newsletter_request($1, $2, $3)", who, outcome, pause);
const yes = { allowed: true, paused: false, in_turn: false, last: null };
const no = (last: unknown) => ({ allowed: false, paused: false, in_turn: false, last });
const paused = { allowed: false, paused: true, in_turn: false, last: null };
const later = (time: string) =>
  database.sql(
    `update private.newsletter_requests set last_asked_at = last_asked_at - interval '${time}',
       asked_at = array(select t - interval '${time}' from unnest(asked_at) t order by t)`,
  );

describe("requests to the newsletter provider", () => {
  it("are limited to 3 in 24 hours for one address, independently of others", async () => {
    expect([await begin(), await begin(), await begin(), await begin(), await begin()]).toEqual([
      yes,
      yes,
      yes,
      no(null),
      no(null),
    ]);
    expect(await begin(key(2))).toEqual(yes);
  });

  it("return the last outcome again after the third", async () => {
    await begin();
    await end({ kind: "refused", message: "No." });
    await begin();
    await begin();
    await end({ kind: "pending" });
    expect(await begin()).toEqual(no({ kind: "pending" }));
  });

  it("are counted over the last 24 hours", async () => {
    await begin();
    await later("23 hours");
    await begin();
    await begin();
    expect(await begin()).toEqual(no(null));
    await later("1 hour");
    expect([await begin(), await begin()]).toEqual([yes, no(null)]);
    await later("24 hours");
    expect([await begin(), await begin(), await begin(), await begin()]).toEqual([yes, yes, yes, no(null)]);
  });

  it("do not return an outcome again that is 24 hours old", async () => {
    await begin();
    await end({ kind: "active" });
    await later("24 hours");
    for (let times = 0; times < 3; times++) await begin();
    expect(await begin()).toEqual(no(null));
  });

  it("wait for their turn while others do, or the minute is used up, and then leave by the rank of their network", async () => {
    const ask = (who: number, network: number) =>
      database.call("worker", "public.keep_for_provider($1, '1', '/', $2, true)", `p${who}@example.org`, {
        far: key(network),
      });
    const claim = () =>
      database.as<{ payload: { email: string } }>(
        "worker",
        "select payload from public.claim_outbox(10, 60, '{newsletter}', 2)",
      );
    const begin = (who: number) => database.call<Turn>("worker", "public.begin_newsletter_request($1, 2)", key(who));
    expect([await begin(1), await begin(2)]).toEqual([yes, yes]);
    expect(await begin(3), "two a minute").toEqual({ ...no(null), in_turn: true });
    for (const [who, network] of [
      [3, 50],
      [4, 50],
      [5, 60],
    ] as const)
      expect(await ask(who, network)).toBe("kept");
    expect(await claim()).toEqual([]);
    await database.sql("update private.spending set at = at - interval '61 seconds'");
    expect(await begin(6), "others wait").toMatchObject({ allowed: false, in_turn: true });
    expect((await claim()).map(({ payload }) => payload.email)).toEqual(["p3@example.org", "p5@example.org"]);
  });

  it("are paused for everyone while the provider wants none, and are not counted then", async () => {
    await begin();
    await end({ kind: "refused", message: "Slow down" }, 60);
    expect([await begin(), await begin(key(2))]).toEqual([paused, paused]);
    await database.sql("update private.newsletter_pause set ends_at = now()");
    expect([await begin(), await begin(), await begin()]).toEqual([
      yes,
      yes,
      no({ kind: "refused", message: "Slow down" }),
    ]);
  });

  it("are paused for at most 6 hours, which a shorter pause does not shorten", async () => {
    const left = async () =>
      (
        await database.sql(
          "select extract(epoch from ends_at - now())::integer as seconds from private.newsletter_pause",
        )
      )[0];
    await end({ kind: "pending" }, 2_000_000_000);
    expect(await left()).toEqual({ seconds: 21_600 });
    await end({ kind: "pending" }, 5);
    expect(await left()).toEqual({ seconds: 21_600 });
  });

  it("are not paused by an outcome without a pause", async () => {
    await begin();
    expect(await end({ kind: "active" })).toBe(true);
    expect(await database.sql("select * from private.newsletter_pause")).toEqual([]);
    expect(await begin()).toEqual(yes);
  });

  it.each(["", "kai@example.org", key(10).toUpperCase(), `${key(1)}0`])("reject %j as a key", async (who) => {
    await expect(begin(who)).rejects.toMatchObject({ code: checkViolation });
  });

  it("reject a null key, and do not store an outcome without a request", async () => {
    await expect(begin(null)).rejects.toThrow();
    expect(await end({ kind: "active" }, 0, key(3))).toBe(false);
  });

  it("reject a long outcome", async () => {
    await begin();
    await expect(end({ kind: "refused", message: "x".repeat(2000) })).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("an address that the provider could not accept", () => {
  const keep = (email = "kai@example.org", who: object | null = null) =>
    database.call<string>("worker", "public.keep_for_provider($1, '1', '/insights', $2)", email, who);
  const claim = () =>
    database.as<{ id: number; attempts: number; payload: unknown; idempotency_key: string }>(
      "worker",
      "select * from public.claim_outbox(10, 60, array['waitlist', 'newsletter'])",
    );
  const due = () => database.sql("update public.outbox set next_attempt_at = now()");
  const settle = (id: number | undefined, outcome: string, attempt = 1) =>
    database.call<boolean>("worker", "public.settle_outbox($1, $2, 'status 503', $3)", id, outcome, attempt);
  const kept = () =>
    database.sql(
      "select s.email, s.keep_until - now() = interval '30 days' as is_for_30_days, o.attempts, o.failed_at is not null as failed from public.newsletter_subscribers s left join public.outbox o on o.subscriber_id = s.id order by s.email",
    );
  const row = { email: "kai@example.org", is_for_30_days: true, attempts: 0, failed: false };

  it("is kept once, is retried later, and is deleted when the provider has it", async () => {
    expect([await keep(), await keep("KAI@example.org")]).toEqual(["kept", "kept"]);
    expect(await kept()).toEqual([row]);
    expect(await claim(), "the provider has only just failed").toEqual([]);
    await due();
    const [first] = await claim();
    expect(first).toMatchObject({ attempts: 1, payload: { email: "kai@example.org" } });
    await settle(first?.id, "retry");
    expect(await kept()).toEqual([{ ...row, attempts: 1 }]);
    await keep();
    await due();
    const [second] = await claim();
    expect(second, "what is under way goes on").toMatchObject({ attempts: 2, idempotency_key: first?.idempotency_key });
    await settle(second?.id, "delivered", 2);
    expect([await kept(), await database.sql("select from public.outbox")]).toEqual([[], []]);
  });

  it("starts over if it was given up and the person asks again", async () => {
    await keep();
    await due();
    const [first] = await claim();
    await settle(first?.id, "failed");
    expect(await kept()).toEqual([{ ...row, attempts: 1, failed: true }]);
    await keep();
    expect(await kept()).toEqual([row]);
  });

  it("waits while requests are paused", async () => {
    await keep();
    await due();
    await end({ kind: "unreachable" }, 60);
    expect(await claim()).toEqual([]);
    await database.sql("update private.newsletter_pause set ends_at = now()");
    expect(await claim()).toHaveLength(1);
  });

  it("stays after delivery if it was on our own list before or joins it later", async () => {
    await database.sql("insert into public.newsletter_subscribers (email) values ('noe@example.org')");
    await keep("noe@example.org");
    await keep();
    await database.call("worker", "public.subscribe('kai@example.org', false)");
    await due();
    for (const { id } of await claim()) await settle(id, "delivered");
    expect(await database.sql("select email, keep_until from public.newsletter_subscribers order by email")).toEqual([
      { email: "kai@example.org", keep_until: null },
      { email: "noe@example.org", keep_until: null },
    ]);
  });

  it("is not kept when the storage budget of strangers is used up", async () => {
    await database.sql("update private.budget_rules set most = 999 where what = 'bytes-reserve' and who = 'far'");
    expect(await keep("kai@example.org", { near: key(1), far: key(1) })).toBe("full");
    expect(await kept()).toEqual([]);
  });

  it("is deleted from the outbox with its subscriber", async () => {
    await keep();
    await database.sql("delete from public.newsletter_subscribers");
    expect(await database.sql("select from public.outbox")).toEqual([]);
  });
});
