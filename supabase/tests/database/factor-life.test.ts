import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { prepareDatabase } from "./prepared-database.ts";

// Runs the second factor of an account through random steps of its owner, a stranger with the password, another owner
// and the clock, and compares it with a model that knows nothing of tables.
const database = prepareDatabase();
const { sql } = database;

const own = "00000000-0000-4000-8000-000000000001";
const sealed = `Fe26.2*${"x".repeat(200)}`;
const minute = 60; // s

type Step =
  | { does: "sign in" | "turn on" | "turn off" | "renew" | "reset" | "prove" }
  /** a code of the app, this many time steps after the last one used */
  | { does: "code"; after: number }
  | { does: "recovery"; of: number; set: number }
  | { does: "wrong"; from: "own" | "other" }
  | { does: "wait"; seconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant("sign in" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom("turn on" as const, "renew" as const, "prove" as const) }),
  },
  fc.record({ does: fc.constantFrom("turn off" as const, "reset" as const) }),
  { weight: 4, arbitrary: fc.record({ does: fc.constant("code" as const), after: fc.integer({ min: -1, max: 2 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("recovery" as const),
      of: fc.nat(1),
      set: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("wrong" as const), from: fc.constantFrom("own", "other") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("wait" as const),
      seconds: fc.constantFrom(minute, 9 * minute, 16 * minute),
    }),
  },
);

const codesOf = (set: number) =>
  Array.from({ length: 10 }, (_, index) => createHash("sha256").update(`${set} ${index}`).digest("hex"));

/** The expected state of the account, as its owner sees it. Times are in seconds. */
class Model {
  now = 0;
  factor: { lastStep: number; set: number; used: Set<number>; tries: number[] } | null = null;
  sets = 0;
  /** The owner's session, or null when it has ended. */
  session: { verified: boolean; provedAt: number } | null = null;

  get standing(): string {
    if (!this.session) return "ended";
    return this.factor && !this.session.verified ? "code" : "open";
  }
  get mayChangeKeys(): boolean {
    return this.standing === "open" && this.session !== null && this.now - this.session.provedAt < 10 * minute;
  }
  private get isShut(): boolean {
    return (this.factor?.tries ?? []).filter((at) => this.now - at < 15 * minute).length >= 5;
  }
  try(verdict: "right" | "used" | "wrong", isOwn = true): string {
    if (!this.factor || (isOwn && !this.session)) return "ended";
    if (this.isShut) return "too-many";
    if (verdict !== "right") this.factor.tries.push(this.now);
    else if (isOwn) this.session = { verified: true, provedAt: this.now };
    return verdict;
  }
}

const seen: Record<string, number> = {};
const note = (outcome: string) => {
  seen[outcome] = (seen[outcome] ?? 0) + 1;
  return outcome;
};

/** Applies each step to both the model and the database, and compares the results. */
class Account {
  readonly model = new Model();
  private readonly me = database.idOf("admin");

  private async answer(call: string, ...parameters: unknown[]): Promise<string> {
    return database.call("admin", `${call}::text`, ...parameters).catch(() => "denied");
  }

  private async try(session: string, given: { step?: number; recovery?: string }): Promise<string> {
    const [begun] = await database.as<{ attempt: number }>(
      "worker",
      "select attempt from public.begin_code_try($1, $2)",
      this.me,
      session,
    );
    if (!begun) return "ended";
    if (Number(begun.attempt) === 0) return "too-many";
    return database.call(
      "worker",
      "public.settle_code_try($1, $2, $3, null, $4)",
      begun.attempt,
      session,
      given.step ?? null,
      given.recovery ?? null,
    );
  }

  async do(step: Step): Promise<void> {
    const { model } = this;
    const { factor } = model;
    switch (step.does) {
      case "sign in":
        await sql("delete from private.admin_sessions where id = $1", own);
        await sql("select public.begin_session($1, $2, 'A test')", this.me, own);
        model.session = { verified: false, provedAt: model.now };
        return;
      case "turn on": {
        const may = model.mayChangeKeys;
        const set = model.sets + 1;
        const found = await this.answer("public.turn_on_factor($1, $2, $3)", sealed, 1000, codesOf(set));
        expect(found).toBe(note(!may ? "denied" : factor ? "on-already" : "on"));
        if (found !== "on") return;
        model.sets = set;
        model.factor = { lastStep: 1000, set, used: new Set(), tries: [] };
        if (model.session) model.session.verified = true;
        return;
      }
      case "turn off": {
        const expected = !model.mayChangeKeys ? "denied" : factor ? "true" : "false";
        expect(await this.answer("public.turn_off_factor()")).toBe(expected);
        if (expected === "true") model.factor = null;
        return;
      }
      case "renew": {
        const set = model.sets + 1;
        const expected = !model.mayChangeKeys ? "denied" : factor ? "true" : "false";
        expect(await this.answer("public.renew_recovery_codes($1)", codesOf(set))).toBe(expected);
        if (expected !== "true" || !factor) return;
        model.sets = set;
        factor.set = set;
        factor.used.clear();
        return;
      }
      case "reset":
        await database.call("worker", "public.reset_factor_of('admin@example.org')");
        if (factor) model.session = null;
        model.factor = null;
        return;
      case "prove": {
        const isProved = model.session !== null && !factor;
        expect(await database.call("worker", "public.prove_session($1, $2)", this.me, own)).toBe(isProved);
        if (isProved && model.session) model.session.provedAt = model.now;
        return;
      }
      case "code": {
        const at = (factor?.lastStep ?? 1000) + step.after;
        const expected = model.try(step.after > 0 ? "right" : "used");
        expect(await this.try(own, { step: at })).toBe(note(expected));
        if (expected === "right" && factor) factor.lastStep = at;
        return;
      }
      case "recovery": {
        const isPresent = factor?.set === step.set;
        const expected = model.try(!isPresent ? "wrong" : factor.used.has(step.of) ? "used" : "right");
        expect(await this.try(own, { recovery: codesOf(step.set)[step.of] ?? "" })).toBe(note(expected));
        if (expected === "right") factor?.used.add(step.of);
        return;
      }
      case "wrong": {
        if (step.from === "own") {
          expect(await this.try(own, {})).toBe(note(model.try("wrong")));
          return;
        }
        const stranger = randomUUID();
        await sql("select public.begin_session($1, $2, 'A stranger')", this.me, stranger);
        expect(await this.try(stranger, {})).toBe(model.try("wrong", false));
        return;
      }
      case "wait":
        return this.wait(step.seconds);
    }
  }

  private async wait(seconds: number): Promise<void> {
    const ago = `- interval '${seconds} seconds'`;
    await sql(
      "update private.admin_sessions set keys = repeat('0', 64) where keys <> private.credentials_digest(user_id)",
    );
    await sql(`update private.admin_sessions set proved_at = proved_at ${ago}`);
    await sql(`update private.factor_tries set at = at ${ago}`);
    await sql(`update private.second_factors set made_at = made_at ${ago}, warned_at = warned_at ${ago}`);
    // The digest of the credentials includes the time that has just been changed.
    await sql(
      "update private.admin_sessions set keys = private.credentials_digest(user_id) where keys <> repeat('0', 64)",
    );
    this.model.now += seconds;
  }

  async compare(): Promise<void> {
    const [row] = await database.as<{ standing: string }>(
      "admin",
      "select standing from public.admin_role() r, public.own_standing()",
    );
    const [{ left } = { left: 0 }] = await sql<{ left: number }>(
      "select count(*)::int as left from private.recovery_codes where used_at is null",
    );
    expect(row?.standing).toBe(this.model.standing);
    expect(left).toBe(this.model.factor ? 10 - this.model.factor.used.size : 0);
  }
}

beforeEach(async () => {
  await sql("delete from private.second_factors");
  await sql("delete from private.admin_sessions");
});

it("the second factor of an account behaves like the model in any order of steps", async () => {
  await sql("savepoint life");
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 15, maxLength: 50 }), async (steps) => {
        const account = new Account();
        for (const each of [{ does: "sign in" as const }, ...steps]) {
          await account.do(each);
          await account.compare();
        }
      })
      .beforeEach(() => sql("rollback to savepoint life")),
    { numRuns: 40 },
  );
  // The run is meaningful only if it reaches each of these outcomes.
  for (const outcome of ["on", "right", "used", "wrong", "too-many", "denied"])
    expect(seen[outcome], outcome).toBeGreaterThan(3);
}, 120_000);
