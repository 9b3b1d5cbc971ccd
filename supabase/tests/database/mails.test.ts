import { beforeEach, describe, expect, it } from "vitest";
import { mailPurposes } from "../../../app/features/mail/mail-purposes.ts";
import { addEvent, checkViolation, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

interface Claim extends Row {
  id: number;
  idempotency_key: string;
  attempts: number;
  sealed: string | null;
  content: { entry: string; email: string; event: { title: string } };
}

const day = 86_400; // s
const digest = (number: number) => number.toString(16).padStart(64, "0");

const join = (email: string, { mailKey = key(1) as string | null, spam = false, forward = false } = {}) =>
  database.call("worker", "public.join_waitlist('luau', 'Kai', $1, '1', $2, $3, $4)", email, spam, forward, mailKey);
const claim = (limit = 10, keySeconds = day) =>
  database.as<Claim>("worker", "select * from public.claim_mails($1, 60, $2)", limit, keySeconds);
const freeze = (claimed: Claim[]) =>
  database.call<number[]>(
    "worker",
    "public.freeze_mails($1)",
    JSON.stringify(
      claimed.map(({ id, attempts }) => ({
        id,
        attempt: attempts,
        sealed: `sealed ${id}`,
        payload_digest: digest(id),
        address_key: key(1),
        token_digest: digest(1000 + id),
      })),
    ),
  );
const settle = (each: Claim, outcome: string, more: object = {}) =>
  database.call<number>(
    "worker",
    "public.settle_mails($1)",
    JSON.stringify([{ id: each.id, attempt: each.attempts, outcome, ...more }]),
  );
/** Claims, freezes and settles everything that is due. */
const post = async (outcome: string, more: object = {}) => {
  const claimed = await claim();
  await freeze(claimed.filter(({ sealed }) => !sealed));
  for (const each of claimed) await settle(each, outcome, more);
  return claimed;
};
const mails = (columns = "*") => database.sql(`select ${columns} from public.mails order by id`);
const only = async (columns = "*") => {
  const rows = await mails(columns);
  expect(rows).toHaveLength(1);
  return rows[0] as Row;
};
const leaseOver = () => database.sql("update public.mails set claimed_until = now() where claimed_until is not null");
const later = (interval: string) =>
  database.sql(
    `update public.mails set created_at = created_at - interval '${interval}', frozen_at = frozen_at - interval '${interval}',
       next_attempt_at = next_attempt_at - interval '${interval}', claimed_until = claimed_until - interval '${interval}'`,
  );

beforeEach(async () => {
  await addEvent(database, "luau");
});

it("mail_purposes has the purposes that the Worker has letters for, and newsletter issues, which go in batches", async () => {
  const rows = await database.sql<{ purpose: string }>("select purpose from private.mail_purposes");
  expect(rows.map(({ purpose }) => purpose).sort()).toEqual([...Object.keys(mailPurposes), "newsletter-issue"].sort());
});

describe("joining a waitlist", () => {
  it("enqueues a receipt with its own key and without the address", async () => {
    expect(await join("kai@example.org")).toBe("joined");
    const row = await only();
    expect(row).toMatchObject({
      purpose: "waitlist-receipt",
      occurrence: 1,
      state: "due",
      attempts: 0,
      address_key: key(1),
    });
    expect(row.idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(row)).not.toMatch(/@|Kai/);
  });

  it.each([
    ["no sender is configured", { mailKey: null }],
    ["it is suspected spam", { spam: true }],
  ])("enqueues nothing when %s", async (_, given) => {
    await join("kai@example.org", given);
    expect(await mails()).toEqual([]);
  });

  it("enqueues nothing for an older Worker, which passes no address key", async () => {
    await database.call("worker", "public.join_waitlist('luau', 'Kai', 'kai@example.org', '1', false, false)");
    expect(await mails()).toEqual([]);
  });

  it("enqueues one receipt for a form that is sent twice, and another for a person who joins again later", async () => {
    await join("kai@example.org");
    expect(await join("KAI@example.org")).toBe("already-joined");
    expect(await mails()).toHaveLength(1);
    await post("accepted", { provider_id: "one" });
    await join("kai@example.org");
    expect(await mails(), "within a minute").toHaveLength(1);
    await later("1 minute");
    expect(await join("kai@example.org")).toBe("already-joined");
    expect(await mails("occurrence, state")).toEqual([
      { occurrence: 1, state: "accepted" },
      { occurrence: 2, state: "due" },
    ]);
  });

  it("enqueues one receipt for each event, and the link again once in 24 hours, with the same outcome", async () => {
    for (let count = 0; count < 7; count += 1) {
      await addEvent(database, `luau-${count}`);
      for (let times = 0; times < 3; times += 1) {
        const answer = await database.call(
          "worker",
          "public.join_waitlist($1, 'Kai', 'kai@example.org', '1', false, false, $2)",
          `luau-${count}`,
          key(1),
        );
        expect(answer).toBe(times === 0 ? "joined" : "already-joined");
        await database.sql(
          "update public.mails set state = 'accepted', attempts = 1, next_attempt_at = null, created_at = now() - interval '2 minutes'",
        );
      }
    }
    expect(await mails()).toHaveLength(14);
    await database.sql("update private.spending set at = at - interval '25 hours' where left(key, 32) = $1", key(1));
    await database.call(
      "worker",
      "public.join_waitlist('luau-0', 'Kai', 'kai@example.org', '1', false, false, $1)",
      key(1),
    );
    expect(await mails(), "the next day").toHaveLength(15);
  });

  it("leaves mails unique by person, purpose and occurrence", async () => {
    await join("kai@example.org");
    const again = database.attempt(
      "insert into public.mails (purpose, person, occurrence, address_key) select purpose, person, occurrence, address_key from public.mails",
    );
    await expect(again).rejects.toMatchObject({ code: "23505" });
  });
});

describe("claiming", () => {
  it("reads the current address and event, so that a correction counts until the email is frozen", async () => {
    await join("kai@example.org");
    await database.sql(
      "update public.waitlist_entries set email = 'kai.new@example.org' where email = 'kai@example.org'",
    );
    await database.sql("update public.events set title = 'The new lūʻau' where key = 'luau'");
    const [first] = await claim();
    expect(first).toMatchObject({ attempts: 1, sealed: null, content: { email: "kai.new@example.org" } });
    expect(first?.content.event.title).toBe("The new lūʻau");
    expect(JSON.stringify(first?.content), "what a visitor typed stays out").not.toContain("Kai");
  });

  it("does not return a row again while its lease runs, and then returns it with the same key", async () => {
    await join("kai@example.org");
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    await leaseOver();
    expect(await claim()).toMatchObject([{ idempotency_key: first?.idempotency_key, attempts: 2, sealed: null }]);
  });

  it("returns nothing for an entry that was erased before", async () => {
    await join("kai@example.org");
    await database.sql("delete from public.waitlist_entries where email = 'kai@example.org'");
    expect(await claim()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it("does not let an email be frozen if its entry was erased after the claim", async () => {
    await join("kai@example.org");
    const claimed = await claim();
    await database.sql("delete from public.waitlist_entries where email = 'kai@example.org'");
    expect(await freeze(claimed)).toEqual([]);
  });

  it("does not let an outdated claim freeze an email", async () => {
    await join("kai@example.org");
    const first = await claim();
    await leaseOver();
    const second = await claim();
    expect(await freeze(first)).toEqual([]);
    expect(await freeze(second)).toEqual([second[0]?.id]);
  });
});

describe("the outcome of an email", () => {
  beforeEach(() => join("kai@example.org"));

  it("accepted: deletes the payload, and keeps its digest and the provider's ID", async () => {
    await post("accepted", { provider_id: "re_1" });
    expect(await only()).toMatchObject({
      state: "accepted",
      provider_id: "re_1",
      sealed: null,
      payload_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      next_attempt_at: null,
    });
    expect(await claim()).toEqual([]);
  });

  it("refused: is never sent again", async () => {
    await post("refused", { error: "status 422" });
    expect(await only()).toMatchObject({ state: "refused", last_error: "status 422", sealed: null });
    await later("2 days");
    expect(await claim()).toEqual([]);
  });

  it("later: is due again, not frozen, and no earlier than the provider wants it", async () => {
    await post("later", { error: "status 429", wait: 1800 });
    expect(
      await only("state, sealed, payload_digest, extract(epoch from next_attempt_at - now())::int as wait"),
    ).toEqual({
      state: "due",
      sealed: null,
      payload_digest: null,
      wait: 1800,
    });
    await later("30 minutes");
    expect(await claim()).toMatchObject([{ attempts: 2, sealed: null }]);
  });

  it("later for three days: is given up", async () => {
    await later("3 days");
    await post("later", { error: "status 403" });
    expect(await only()).toMatchObject({ state: "refused", last_error: "status 403" });
  });

  it("unknown: is sent again, frozen and with the same key, while the provider remembers it", async () => {
    const [first] = await post("unknown", { error: "no answer" });
    expect(await only()).toMatchObject({ state: "unknown", sealed: `sealed ${first?.id}` });
    await later("1 minute");
    await database.sql(
      "update public.waitlist_entries set email = 'kai.new@example.org' where email = 'kai@example.org'",
    );
    expect(await claim()).toMatchObject([
      { idempotency_key: first?.idempotency_key, attempts: 2, sealed: `sealed ${first?.id}` },
    ]);
  });

  it("none after freezing: counts as unknown, so that the same payload is sent again", async () => {
    const claimed = await claim();
    await freeze(claimed);
    await leaseOver();
    expect(await claim()).toMatchObject([{ attempts: 2, sealed: `sealed ${claimed[0]?.id}` }]);
  });

  it.each([
    ["24 hours", day],
    ["1 minute", 0],
  ])(
    "unknown for longer than the provider remembers (%s): is not sent again automatically",
    async (age, keySeconds) => {
      await post("unknown", { error: "no answer" });
      await later(age);
      expect(await claim(10, keySeconds)).toEqual([]);
      expect(await only()).toMatchObject({ state: "unknown", next_attempt_at: null, last_error: "no answer" });
      expect(await join("kai@example.org"), "who joins again gets a receipt").toBe("already-joined");
      expect(await mails("state")).toEqual([{ state: "unknown" }, { state: "due" }]);
    },
  );

  it("unknown: stays so, even if the next attempt was certainly not accepted", async () => {
    await post("unknown");
    await later("1 minute");
    await post("later", { error: "status 429" });
    expect(await only()).toMatchObject({ state: "unknown", sealed: expect.any(String) });
  });

  it("changes nothing if it belongs to another attempt than the current one", async () => {
    const [first] = await claim();
    await leaseOver();
    const second = await claim();
    await freeze(second);
    expect(await settle(first as Claim, "accepted", { provider_id: "re_1" })).toBe(0);
    expect(await settle(second[0] as Claim, "accepted", { provider_id: "re_1" })).toBe(1);
    expect(await settle(second[0] as Claim, "unknown")).toBe(0);
    expect(await only()).toMatchObject({ state: "accepted" });
  });

  it("is refused if it is not one of these", async () => {
    const [first] = await claim();
    await expect(settle(first as Claim, "done")).rejects.toMatchObject({ code: "22023" });
  });
});

describe("events from the provider", () => {
  const note = (id: string, kind: string, mail = "re_1") =>
    database.call<boolean>("worker", "public.note_mail_event($1, $2, $3, now())", id, mail, kind);
  const suppressions = () => database.sql("select stream, reason from private.mail_suppressions order by stream");
  beforeEach(() => join("kai@example.org"));

  it("a bounce suppresses both streams, and a complaint the stream that it was about", async () => {
    await post("accepted", { provider_id: "re_1" });
    await note("a", "bounced");
    expect(await suppressions()).toEqual([
      { stream: "newsletter", reason: "bounced" },
      { stream: "transactional", reason: "bounced" },
    ]);
    await note("b", "complained");
    expect(await suppressions()).toEqual([
      { stream: "newsletter", reason: "bounced" },
      { stream: "transactional", reason: "complained" },
    ]);
  });

  it("an email that was queued before its address was suppressed is not sent", async () => {
    const claimed = await claim();
    await database.sql(
      "insert into private.mail_suppressions (address_key, stream, reason) values ($1, 'transactional', 'bounced')",
      key(1),
    );
    expect(await freeze(claimed)).toEqual([]);
    expect(await only()).toMatchObject({ state: "refused", last_error: "suppressed", sealed: null });
    expect(await database.sql("select from private.waitlist_links"), "nor is its link valid").toEqual([]);
  });

  it.each(["bounced", "complained"])(
    "%s: counts even before the acceptance, and then visitors cannot cause another email",
    async (kind) => {
      await note("early", kind);
      await post("accepted", { provider_id: "re_1" });
      expect(await only()).toMatchObject({ state: kind });
      await later("1 day");
      await join("kai@example.org");
      expect(await mails()).toHaveLength(1);
    },
  );

  it("each event counts once, and a later bounce does not override a complaint", async () => {
    await post("accepted", { provider_id: "re_1" });
    expect(await note("a", "complained")).toBe(true);
    expect(await note("a", "complained")).toBe(false);
    await note("b", "bounced");
    expect(await only()).toMatchObject({ state: "complained" });
    expect(await suppressions()).toEqual([{ stream: "transactional", reason: "complained" }]);
  });

  it("an event about an unknown email changes nothing, and a delivery is not stored", async () => {
    await post("accepted", { provider_id: "re_1" });
    await note("b", "bounced", "re_of_another");
    expect(await only()).toMatchObject({ state: "accepted" });
    expect(await suppressions()).toEqual([]);
    await expect(note("a", "delivered")).rejects.toMatchObject({ code: checkViolation });
  });
});

it("the payload of an accepted email cannot be kept", async () => {
  await join("kai@example.org");
  await expect(
    database.attempt(
      "update public.mails set state = 'accepted', next_attempt_at = null, sealed = 'x', frozen_at = now(), frozen_attempt = 1, payload_digest = $1",
      digest(1),
    ),
  ).rejects.toMatchObject({ code: checkViolation });
});
