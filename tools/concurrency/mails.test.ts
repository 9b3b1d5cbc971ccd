import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { key, manyConnections, tally } from "./at-once.ts";

const { sql, count, atOnce } = manyConnections();

interface Claim {
  id: number;
  attempts: number;
  idempotency_key: string;
}

const day = 86_400; // s
const claim = (leaseSeconds: number) => ({
  as: "worker" as const,
  text: `(select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.claim_mails(5, $1, ${day}) c)`,
  parameters: [leaseSeconds],
});
const freeze = (claimed: Claim[], by: string) => ({
  as: "worker" as const,
  text: "to_jsonb(public.freeze_mails($1::text::jsonb))",
  parameters: [
    JSON.stringify(
      claimed.map(({ id, attempts }) => ({
        id,
        attempt: attempts,
        sealed: `${by} ${id}`,
        payload_digest: key(id).repeat(2),
        address_key: key(id),
        token_digest: null,
      })),
    ),
  ],
});
const settle = ({ id, attempts }: Claim, outcome: string) => ({
  as: "worker" as const,
  text: "public.settle_mails($1::text::jsonb)",
  parameters: [
    JSON.stringify([{ id, attempt: attempts, outcome, provider_id: outcome === "accepted" ? `re_${id}` : null }]),
  ],
});
const join = (email: string, addressKey: string, event = "bitcoin") => ({
  as: "worker" as const,
  text: "public.join_waitlist($3, 'Somebody', $1, '1', false, false, $2)",
  parameters: [email, addressKey, event],
});

beforeEach(async () => {
  await sql("delete from public.mails");
  await sql("delete from private.spending");
  await sql("delete from public.waitlist_entries");
});

test("one form sent 40 times at once enqueues one email", async () => {
  const answers = await atOnce(40, () => join("kai@example.org", key(1)));
  expect(tally(answers)).toEqual({ joined: 1, "already-joined": 39 });
  expect(await count("from public.mails")).toBe(1);
});

test("40 forms of one mailbox in different spellings at once enqueue one email", async () => {
  await atOnce(40, (index) => join(`kai.${index}@example.org`, key(1)));
  expect(await count("from public.waitlist_entries")).toBe(40);
  expect(await count("from public.mails")).toBe(1);
});

describe("the email queue with 8 Workers", () => {
  beforeEach(async () => {
    await atOnce(40, (index) => join(`person-${index}@example.org`, key(index + 1)));
    // Emails to people who are known wait for no one's turn.
    await sql("update public.mails set queue = null, rank = null");
  });

  test("gives each email to only one of them while its lease runs", async () => {
    const claimed = (await atOnce<Claim[]>(8, () => claim(60))).flat();
    expect(claimed).toHaveLength(40);
    expect(new Set(claimed.map(({ idempotency_key: each }) => each)).size).toBe(40);
    expect(await atOnce<Claim[]>(8, () => claim(60))).toEqual(Array(8).fill([]));
  });

  test("lets only the second of two consecutive claimants freeze and settle", async () => {
    const first = (await atOnce<Claim[]>(8, () => claim(1))).flat();
    await pause(1100);
    const second = (await atOnce<Claim[]>(8, () => claim(60))).flat();
    expect(second).toHaveLength(40);
    const frozen = await atOnce<number[]>(2, (index) =>
      index === 0 ? freeze(first, "first") : freeze(second, "second"),
    );
    expect(frozen.map((ids) => ids.length)).toEqual([0, 40]);
    expect(await count("from public.mails where sealed not like 'second %'")).toBe(0);
    const answers = await atOnce<number>(40, (index) =>
      settle((index % 2 ? first : second)[index >> 1] as Claim, "accepted"),
    );
    expect(tally(answers)).toEqual({ 0: 20, 1: 20 });
  });

  test("accepts only one of 20 results for the same attempt at once", async () => {
    const [taken] = (await atOnce<Claim[]>(1, () => claim(60))).flat();
    await atOnce(1, () => freeze([taken as Claim], "one"));
    const answers = await atOnce<number>(20, (index) => settle(taken as Claim, index % 2 ? "accepted" : "unknown"));
    expect(tally(answers)).toEqual({ 0: 19, 1: 1 });
  });

  test("makes no second attempt for people who were deleted after the first", async () => {
    const claimed = (await atOnce<Claim[]>(8, () => claim(60))).flat();
    const frozen = await atOnce<number[]>(8, (index) =>
      freeze(claimed.slice(index * 5, index * 5 + 5), `worker ${index}`),
    );
    expect(frozen.flat()).toHaveLength(40);
    await sql("delete from public.waitlist_entries where email like 'person-1%'");
    await sql("update public.mails set claimed_until = now() where claimed_until is not null");
    const again = (await atOnce<Claim[]>(8, () => claim(60))).flat();
    expect(again).toHaveLength(29);
  });
});

describe("a newsletter issue with 8 Workers", () => {
  interface Batch {
    batch?: number;
    attempt: number;
    people: { id: number; email: string }[];
  }
  const claimBatch = (leaseSeconds = 60) => ({
    as: "worker" as const,
    text: `public.claim_issue_batch(50, $1, ${day})`,
    parameters: [leaseSeconds],
  });
  const freezeBatch = ({ batch = 0, attempt, people }: Batch) => ({
    as: "worker" as const,
    text: "to_jsonb(public.freeze_issue_batch($1, $2, 'sealed', $3::text::jsonb))",
    parameters: [
      batch,
      attempt,
      JSON.stringify(people.map(({ id }) => ({ id, address_key: key(id), token_digest: key(id).repeat(2) }))),
    ],
  });
  const taken = (batches: Batch[]) => batches.filter(({ batch }) => batch !== undefined);
  /** Claims, 8 at once, until nothing is due. */
  async function claimAll(leaseSeconds = 60): Promise<Batch[]> {
    const claimed: Batch[] = [];
    for (;;) {
      const round = taken(await atOnce<Batch>(8, () => claimBatch(leaseSeconds)));
      if (round.length === 0) return claimed;
      claimed.push(...round);
    }
  }
  beforeEach(async () => {
    await sql("delete from private.mail_batches");
    await sql("delete from public.newsletter_issues");
    await sql("delete from public.newsletter_subscribers");
    await sql(
      `insert into public.newsletter_subscribers (email, confirmed_at)
       select 'reader-' || n || '@example.org', now() from generate_series(1, 400) n`,
    );
    await sql(
      `insert into public.newsletter_issues (slug, subject, markdown, html, renderer, scheduled_at, letter)
       values ('first', 'The first', 'Aloha', '<p>Aloha</p>', 'markdown-1', now(), '{}')`,
    );
  });

  test("is started once, and puts each email into one batch", async () => {
    const batches = await claimAll();
    const mails = batches.flatMap(({ people }) => people.map(({ id }) => id));
    expect([mails.length, new Set(mails).size]).toEqual([400, 400]);
    expect(await count("from public.mails where purpose = 'newsletter-issue'")).toBe(400);
    expect(new Set(batches.map(({ batch }) => batch)).size).toBe(8);
  });

  test("lets another Worker freeze the batch of one that stopped, and the first one freezes nothing more", async () => {
    const first = taken(await atOnce<Batch>(1, () => claimBatch(1)));
    await pause(1100);
    const again = await claimAll();
    expect(again.flatMap(({ people }) => people)).toHaveLength(400);
    const frozen = await atOnce<number[]>(9, (index) => freezeBatch((index === 8 ? first[0] : again[index]) as Batch));
    expect(frozen.map((ids) => ids.length)).toEqual([...Array(8).fill(50), 0]);
    expect(await count("from public.mails where frozen_at is not null")).toBe(400);
  });
});

describe("emails to the 40 people of an event that moves", () => {
  let admin: { account: string };
  let event: { id: string; updated_at: string };
  beforeEach(async () => {
    const [row] = await sql<{ id: string }>("select id from auth.users where email = 'admin@example.org'");
    admin = { account: row?.id ?? "" };
    await sql("delete from public.events where key = 'moving'");
    await sql(
      `insert into public.events (key, title, place, summary, starts_at, date_precision, is_published)
       values ('moving', 'An evening', 'Kahala', 'Soon.', now() + interval '9 days', 'exact', true)`,
    );
    await atOnce(40, (index) => join(`person-${index}@example.org`, key(index + 1), "moving"));
    await sql("delete from public.mails");
    await sql("update public.waitlist_entries set confirmed_at = now()");
    await sql("update public.events set place = 'Hilo' where key = 'moving'");
    const [moved] = await sql<{ id: string; updated_at: string }>(
      "select id, updated_at::text from public.events where key = 'moving'",
    );
    event = moved ?? { id: "", updated_at: "" };
  });
  const person = "select person from public.mails where purpose = 'event-news' group by person, occurrence";
  const doubled = () => count(`from (${person} having count(*) > 1) d`);

  test("tell each once what changed, though 8 admins press at once, and a Worker sends what is still true", async () => {
    const outcomes = await atOnce(8, () => ({
      as: admin,
      text: "public.start_campaign($1, 'changed', $2::text::timestamptz)",
      parameters: [event.id, event.updated_at],
    }));
    expect(tally(outcomes)).toEqual({ started: 1, nobody: 7 });
    expect([await count("from public.mails"), await doubled()]).toEqual([40, 0]);
    await sql("update public.events set place = 'Kahala' where key = 'moving'");
    const claimed = (await atOnce<Claim[]>(8, () => claim(60))).flat();
    expect(claimed, "the event moved back before anybody was told").toHaveLength(0);
  });

  test("go out once at their hour, though 8 crons run at once while 8 admins take the email back", async () => {
    const [draft] = await sql<{ id: number }>(
      `insert into public.campaigns (event_id, kind, audience, subject, words, started_by, started_at, send_at)
       values ($1, 'own-words', 'everyone', 'What to bring', 'An ID', $2, now(), now()) returning id`,
      event.id,
      admin.account,
    );
    const outcomes = await atOnce<string | number>(16, (index) =>
      index % 2
        ? { as: "worker", text: "public.start_reminders()" }
        : { as: admin, text: "public.take_back_own_words($1, $2)", parameters: [event.id, String(draft?.id)] },
    );
    const isTakenBack = outcomes.includes("taken-back");
    expect(await count("from public.mails where purpose = 'event-news'")).toBe(isTakenBack ? 0 : 40);
    expect(await doubled()).toBe(0);
    expect(await count("from public.campaigns where send_at is not null")).toBe(0);
  });
});
