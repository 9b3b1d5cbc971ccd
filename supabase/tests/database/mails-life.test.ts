import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { addEvent, key, prepareDatabase, type Row } from "./prepared-database.ts";

// Runs mails through random steps of people, Workers, the provider and the clock. The provider remembers keys for
// a day. Workers may stop at any moment; one that has stopped for longer than a lease is dead, as a real one would be.
const database = prepareDatabase();

const day = 86_400; // s
const lease = 60; // s
const people = ["kai", "leilani"];

interface Claim extends Row {
  id: number;
  idempotency_key: string;
  attempts: number;
  sealed: string | null;
  content: { entry: string; email: string };
}

/** One step of a random sequence. */
type Step =
  | { does: "join" | "leave" | "return" | "correct" | "bounce"; who: number }
  | { does: "claim" | "freeze" | "settle"; worker: number }
  /** the provider accepts the mail or not, and its response arrives or not */
  | { does: "send"; worker: number; takes: boolean; answers: boolean }
  /** claim, freeze, send and settle */
  | { does: "post"; worker: number; takes: boolean; answers: boolean }
  | { does: "wait"; seconds: number };

const who = fc.nat(people.length - 1);
const worker = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("join" as const), who }) },
  fc.record({ does: fc.constantFrom("leave" as const, "return" as const, "correct" as const, "bounce" as const), who }),
  fc.record({ does: fc.constantFrom("claim" as const, "freeze" as const, "settle" as const), worker }),
  fc.record({ does: fc.constant("send" as const), worker, takes: fc.boolean(), answers: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("post" as const), worker, takes: fc.boolean(), answers: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("wait" as const), seconds: fc.constantFrom(10, 61, 3600, day) }),
  },
);

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Simulates two Workers, a provider and a clock around the database functions. */
class Post {
  /** What the provider has accepted under each key, and for how many more seconds it remembers that. */
  private readonly remembered = new Map<string, { payload: string; left: number }>();
  /** The mails that arrived, by key. */
  readonly arrived = new Map<string, string[]>();
  private readonly addresses = new Map<number, string>();
  /** The digest of each person's link. */
  private readonly links = new Map<number, string>();
  private readonly workers: { claimed: Claim[]; frozen: Claim[]; verdicts: object[]; age: number }[] = people.map(
    () => ({
      claimed: [],
      frozen: [],
      verdicts: [],
      age: 0,
    }),
  );
  private corrections = 0;

  async do(step: Step): Promise<void> {
    switch (step.does) {
      case "wait":
        return this.wait(step.seconds);
      case "claim":
        return this.claim(step.worker);
      case "freeze":
        return this.freeze(step.worker);
      case "send":
        return this.send(step.worker, step.takes, step.answers);
      case "settle":
        return this.settle(step.worker);
      case "post":
        return this.post(step.worker, step.takes, step.answers);
      default:
        return this.person(step.does, step.who);
    }
  }

  private async person(does: "join" | "leave" | "return" | "correct" | "bounce", index: number): Promise<void> {
    const name = people[index] ?? "";
    const email = this.addresses.get(index) ?? `${name}@example.org`;
    const link = this.links.get(index) ?? digestOf("nobody");
    switch (does) {
      case "join":
        this.addresses.set(index, email);
        await database.call(
          "worker",
          "public.join_waitlist('luau', 'Kai', $1, '1', false, false, $2)",
          email,
          key(index),
        );
        for (const { token_digest: joined } of await database.sql<{ token_digest: string }>(
          `insert into private.waitlist_links (token_digest, entry_id)
             select encode(sha256(id::text::bytea), 'hex'), id from public.waitlist_entries where email = $1
             on conflict do nothing returning token_digest`,
          email,
        ))
          this.links.set(index, joined);
        return;
      case "leave":
        await database.call("worker", "public.leave_waitlist($1, 'left')", link);
        return;
      case "return":
        await database.call("worker", "public.return_to_waitlist($1)", link);
        return;
      case "correct": {
        this.corrections += 1;
        const corrected = `${name}.${this.corrections}@example.org`;
        const changed = await database.sql(
          "update public.waitlist_entries set email = $1 where email = $2 returning id",
          corrected,
          email,
        );
        if (changed.length > 0) this.addresses.set(index, corrected);
        return;
      }
      case "bounce":
        await database.sql(
          "select public.note_mail_event(gen_random_uuid()::text, m.provider_id, 'bounced', now()) from public.mails m where m.address_key = $1 and m.state = 'accepted'",
          key(index),
        );
    }
  }

  private async claim(index: number): Promise<void> {
    const claimed = await database.as<Claim>("worker", `select * from public.claim_mails(5, ${lease}, ${day})`);
    const entries = await database.sql<{ id: string; email: string }>("select id, email from public.waitlist_entries");
    for (const { sealed, content } of claimed) {
      const entry = entries.find(({ id }) => id === content.entry);
      expect(entry, "nobody is written to who is not on the list").toBeDefined();
      if (!sealed) expect(content.email, "a correction wins until a mail is frozen").toBe(entry?.email);
    }
    this.workers[index] = { claimed, frozen: [], verdicts: [], age: 0 };
  }

  private async freeze(index: number): Promise<void> {
    const own = this.workers[index];
    if (!own || own.claimed.length === 0) return;
    const fresh = own.claimed
      .filter(({ sealed }) => !sealed)
      .map((each) => ({ ...each, sealed: JSON.stringify(each.content) }));
    const given = fresh.map(({ id, attempts, sealed, content }) => ({
      id,
      attempt: attempts,
      sealed,
      payload_digest: digestOf(sealed),
      address_key: key(people.findIndex((name) => content.email.startsWith(name))),
      token_digest: null,
    }));
    const kept = await database.call<number[]>("worker", "public.freeze_mails($1)", JSON.stringify(given));
    own.frozen = [...own.claimed.filter(({ sealed }) => sealed), ...fresh.filter(({ id }) => kept.includes(id))];
    own.claimed = [];
  }

  private async send(index: number, takes: boolean, answers: boolean): Promise<void> {
    const own = this.workers[index];
    for (const { id, attempts, idempotency_key: mailKey, sealed } of own?.frozen ?? []) {
      const payload = sealed ?? "";
      const known = this.remembered.get(mailKey);
      if (known) expect(known.payload, "a known key comes with the same mail").toBe(payload);
      if (takes && !known) {
        this.remembered.set(mailKey, { payload, left: day });
        this.arrived.set(mailKey, [...(this.arrived.get(mailKey) ?? []), payload]);
      }
      const outcome = !answers ? "unknown" : takes || known ? "accepted" : "later";
      own?.verdicts.push({
        id,
        attempt: attempts,
        outcome,
        provider_id: outcome === "accepted" ? mailKey : null,
        wait: 0,
      });
    }
    if (own) own.frozen = [];
  }

  private async settle(index: number): Promise<void> {
    const own = this.workers[index];
    if (!own || own.verdicts.length === 0) return;
    await database.call("worker", "public.settle_mails($1)", JSON.stringify(own.verdicts));
    own.verdicts = [];
  }

  private async wait(seconds: number): Promise<void> {
    const ago = `- interval '${seconds} seconds'`;
    await database.sql(
      `update public.mails set created_at = created_at ${ago}, frozen_at = frozen_at ${ago},
         next_attempt_at = next_attempt_at ${ago}, claimed_until = claimed_until ${ago}`,
    );
    // In two steps, so that no row meets another on its way, which has the same key until it is moved, too.
    await database.sql("update private.spending set at = at - interval '1000 years'");
    await database.sql(`update private.spending set at = at + interval '1000 years' ${ago}`);
    for (const [mailKey, { payload, left }] of this.remembered) {
      if (left <= seconds) this.remembered.delete(mailKey);
      else this.remembered.set(mailKey, { payload, left: left - seconds });
    }
    for (const [index, own] of this.workers.entries()) {
      own.age += seconds;
      if (own.age >= lease) this.workers[index] = { claimed: [], frozen: [], verdicts: [], age: 0 };
    }
  }

  private async post(index: number, takes: boolean, answers: boolean): Promise<void> {
    await this.claim(index);
    await this.freeze(index);
    await this.send(index, takes, answers);
    await this.settle(index);
  }

  /** Runs with everything working again until nothing is due. */
  async recover(): Promise<void> {
    await this.wait(lease + 1);
    for (let minutes = 0; minutes < 5000; minutes += 10) {
      const [{ due } = { due: 0 }] = await database.sql<{ due: number }>(
        "select count(*)::int as due from public.mails where next_attempt_at is not null",
      );
      if (due === 0) return;
      await this.post(0, true, true);
      await this.wait(600);
    }
    throw new Error("mails are due for ever");
  }
}

beforeEach(async () => {
  await addEvent(database, "luau");
});

type Settled = {
  idempotency_key: string;
  state: string;
  last_error: string | null;
  is_old: boolean;
};

it("every accepted email arrives exactly once, and an uncertain one at most once, in any order of steps", async () => {
  const seen = { accepted: 0, unknown: 0, refused: 0 };
  await database.sql("savepoint life");
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const post = new Post();
        for (const each of steps) await post.do(each);
        await post.recover();
        const mails = await database.sql<Settled>(
          "select idempotency_key, state, last_error, created_at <= now() - interval '3 days' as is_old from public.mails",
        );
        for (const { idempotency_key: mailKey, state, last_error: error, is_old } of mails) {
          const copies = post.arrived.get(mailKey)?.length ?? 0;
          if (state === "accepted" || state === "bounced") expect(copies, state).toBe(1);
          else if (state === "unknown") expect(copies, state).toBeLessThanOrEqual(1);
          else if (error === "suppressed") expect({ state, copies }).toEqual({ state: "refused", copies: 0 });
          // After three days in which the provider accepted nothing, it is not tried again.
          else expect({ state, is_old, copies }).toEqual({ state: "refused", is_old: true, copies: 0 });
          if (state in seen) seen[state as keyof typeof seen] += 1;
        }
        for (const copies of post.arrived.values()) expect(copies, "copies of one mail").toHaveLength(1);
      })
      .beforeEach(() => database.sql("rollback to savepoint life")),
    { numRuns: 40 },
  );
  // The run is meaningful only if it reaches each of these outcomes.
  expect(seen.accepted).toBeGreaterThan(20);
  expect(seen.unknown).toBeGreaterThan(0);
}, 120_000);
