import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { manyConnections, tally } from "./at-once.ts";

const { sql, count, atOnce, callAtOnce } = manyConnections();

interface Claim {
  id: number;
  attempts: number;
}

const claim = (leaseSeconds: number) => ({
  as: "worker" as const,
  text: "(select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.claim_outbox(10, $1) c)",
  parameters: [leaseSeconds],
});
const settle = ({ id, attempts }: Claim, outcome: string) => ({
  as: "worker" as const,
  text: "public.settle_outbox($1, $2, null, $3)",
  parameters: [id, outcome, attempts],
});

/** Adds `total` outbox entries that are due. */
async function enqueue(total: number): Promise<void> {
  await sql("delete from public.outbox");
  await sql(
    `with entries as (
       insert into public.waitlist_entries (event_id, name, email, consent_version)
       select e.id, 'Somebody', 'queued-' || gen_random_uuid() || '@example.org', '1'
       from public.events e, generate_series(1, $1::int) where e.key = 'bitcoin' returning id
     )
     insert into public.outbox (kind, waitlist_entry_id) select 'waitlist', id from entries`,
    total,
  );
}

describe("the outbox with 8 Workers", () => {
  beforeEach(() => enqueue(100));

  test("gives each entry to only one of them while its lease runs", async () => {
    const claimed: Claim[] = [];
    for (let round = 0; round < 4; round += 1) claimed.push(...(await atOnce<Claim[]>(8, () => claim(60))).flat());
    expect(claimed).toHaveLength(100);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(100);
    expect(tally(claimed.map(({ attempts }) => attempts))).toEqual({ 1: 100 });
    expect(await atOnce<Claim[]>(8, () => claim(60))).toEqual(Array(8).fill([]));
  });

  test("gives each entry to only one of them over HTTP", async () => {
    const answers: Claim[] = [];
    for (let round = 0; round < 4; round += 1)
      answers.push(
        ...(await callAtOnce<Claim[]>(8, "claim_outbox", () => ({ p_limit: 10, p_lease_seconds: 60 }))).flat(),
      );
    expect(answers).toHaveLength(100);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(100);
  });

  test("gives an entry out again after its lease, and ignores late results of the first claim", async () => {
    await enqueue(10);
    const first = (await atOnce<Claim[]>(8, () => claim(1))).flat();
    expect(first).toHaveLength(10);
    await pause(1100);
    const second = (await atOnce<Claim[]>(8, () => claim(60))).flat();
    expect(tally(second.map(({ attempts }) => attempts))).toEqual({ 2: 10 });
    const late = await atOnce<boolean>(10, (index) => settle(first[index] as Claim, "failed"));
    expect(tally(late)).toEqual({ false: 10 });
    const answers = await atOnce<boolean>(20, (index) =>
      settle((index % 2 ? first : second)[index >> 1] as Claim, index % 2 ? "failed" : "delivered"),
    );
    expect(tally(answers)).toEqual({ true: 10, false: 10 });
    expect(await count("from public.outbox where delivered_at is not null and failed_at is null")).toBe(10);
  });

  test("accepts only one of 20 results for the same attempt at once", async () => {
    const [taken] = (await atOnce<Claim[]>(1, () => claim(60))).flat();
    const answers = await atOnce<boolean>(20, (index) => settle(taken as Claim, index % 2 ? "delivered" : "retry"));
    expect(tally(answers)).toEqual({ true: 1, false: 19 });
  });
});

test("a message that arrives while its notice is claimed is counted in it, or gets another notice", async () => {
  await sql("delete from public.outbox");
  await sql("delete from public.contact_messages");
  const send = (text: string) => ({
    as: "worker" as const,
    text: "(select m.outcome from public.send_message('Somebody', 'writer@example.org', $1, false, true) m)",
    parameters: [text],
  });
  const notices = {
    as: "worker" as const,
    text: "(select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.claim_outbox(10, 60, array['notice']) c)",
  };
  for (let round = 0; round < 10; round += 1) {
    const told: number[] = [];
    const tell = async (claims: (Claim & { payload: { count: number } })[]) => {
      for (const taken of claims) {
        told.push(taken.payload.count);
        await atOnce(1, () => settle(taken, "delivered"));
      }
    };
    await atOnce(1, () => send(`first of round ${round}`));
    const answers = await atOnce<unknown>(6, (index) => (index === 3 ? notices : send(`${index} of round ${round}`)));
    await tell(answers[3] as Parameters<typeof tell>[0]);
    await tell((await atOnce<Parameters<typeof tell>[0]>(1, () => notices)).flat());
    expect(told.at(-1)).toBe((round + 1) * 6);
    expect(await count("from public.outbox where kind = 'notice' and delivered_at is null")).toBe(0);
  }
});
