import { beforeEach, describe, expect, it } from "vitest";
import { denied, invalidParameter, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

type Outcome = "failed" | "succeeded" | "unknown";

const [account, otherAccount, home, stranger, anotherStranger] = [key(1), key(2), key(3), key(4), key(5)];
/** Begins an attempt. @returns its number, 0 if it is refused, or -1 if it could not begin a session */
const begin = async (address: string | null = stranger, of: string | null = account) =>
  Number(await database.call("worker", "public.begin_sign_in($1, $2)", of, address));
const settle = (attempt: number | null, outcome: Outcome | string | null) =>
  database.call<boolean>("worker", "public.settle_sign_in($1, $2)", attempt, outcome);
/** Whether an attempt is allowed; it is withdrawn at once. */
const allowed = async (address: string | null = stranger, of = account) => {
  const attempt = await begin(address, of);
  if (attempt > 0) await settle(attempt, "unknown");
  return attempt > 0;
};
const end = async (outcome: Outcome, address: string | null = stranger, of = account) =>
  settle(await begin(address, of), outcome);
const fail = async (times: number, address: string | null = stranger, of = account) => {
  for (let time = 0; time < times; time += 1) expect(await end("failed", address, of)).toBe(true);
};
const age = (interval: string) => database.sql(`update private.sign_in_failures set at = at - interval '${interval}'`);
const counted = () => database.sql("select account_key, is_settled from private.sign_in_failures order by id");

beforeEach(async () => {
  await database.sql("delete from private.sign_in_failures");
  await database.sql("delete from private.known_addresses");
});

describe("the limit of 10 failures in 15 minutes per account", () => {
  it("applies to failures from one address or from many", async () => {
    await fail(5);
    await fail(4, anotherStranger);
    expect(await allowed(home)).toBe(true);
    await fail(1);
    for (const address of [stranger, anotherStranger, home]) expect(await allowed(address)).toBe(false);
  });

  it("does not apply to another account", async () => {
    await fail(10);
    expect(await allowed(stranger, otherAccount)).toBe(true);
  });

  it("ends after 15 minutes, when the failures are deleted", async () => {
    await fail(10);
    await age("14 minutes 59 seconds");
    expect(await allowed()).toBe(false);
    await age("1 second");
    expect(await allowed()).toBe(true);
    expect(await counted()).toEqual([]);
  });

  it("counts an attempt when it begins, so that one of 11 at once is refused", async () => {
    const attempts: number[] = [];
    for (let time = 0; time < 11; time += 1) attempts.push(await begin());
    expect(new Set(attempts.slice(0, 10)).size).toBe(10);
    expect(attempts.map((attempt) => attempt > 0)).toEqual([...Array(10).fill(true), false]);
  });

  it("does not count refused attempts, so that they do not prolong it", async () => {
    await fail(10);
    await age("14 minutes");
    for (let time = 0; time < 20; time += 1) expect(await begin()).toBe(0);
    expect(await counted()).toHaveLength(10);
    await age("1 minute");
    expect(await allowed()).toBe(true);
  });

  it("neither begins nor counts an attempt in a read-only database", async () => {
    await database.sql("set local default_transaction_read_only = on");
    expect(await begin()).toBe(-1);
    expect(await counted()).toEqual([]);
  });

  it.each([null, ""])("treats an unknown address as one that was never seen: %j", async (address) => {
    await fail(9, address);
    expect(await allowed(address)).toBe(true);
    await end("succeeded", address);
    await fail(1, address);
    expect(await allowed(address)).toBe(false);
    expect(await database.sql("select from private.known_addresses")).toEqual([]);
  });
});

describe("an address that has signed in before has its own limit, so that strangers cannot lock an admin out", () => {
  beforeEach(async () => {
    expect(await end("succeeded", home)).toBe(true);
  });

  it("is allowed regardless of failures from elsewhere", async () => {
    await fail(10);
    for (let time = 0; time < 20; time += 1) expect(await begin()).toBe(0);
    expect(await allowed(home)).toBe(true);
  });

  it("is refused after 10 failures of its own", async () => {
    await fail(10);
    await fail(9, home);
    expect(await allowed(home)).toBe(true);
    await fail(1, home);
    expect(await allowed(home)).toBe(false);
  });

  it("is known only for that account", async () => {
    await fail(10, stranger, otherAccount);
    expect(await allowed(home, otherAccount)).toBe(false);
  });

  it("loses its own failures with a success, but no others", async () => {
    await fail(9, home);
    await fail(1);
    expect(await allowed()).toBe(false);
    await end("succeeded", home);
    await fail(9, home);
    expect(await allowed(home)).toBe(true);
    expect(await allowed()).toBe(false);
  });

  it("is known for 90 days after its last use", async () => {
    await database.sql("update private.known_addresses set last_used_at = now() - interval '89 days'");
    await fail(10);
    await end("succeeded", home);
    expect(await database.sql("select last_used_at = now() as now from private.known_addresses")).toEqual([
      { now: true },
    ]);
    await database.sql("update private.known_addresses set last_used_at = now() - interval '90 days'");
    expect(await allowed(home)).toBe(false);
    expect(await database.sql("select from private.known_addresses")).toEqual([]);
  });
});

describe("the outcome of an attempt", () => {
  it("counts if it failed, but not if it succeeded or is unknown", async () => {
    await end("failed");
    await end("succeeded", home);
    await end("unknown");
    expect(await counted()).toEqual([{ account_key: account, is_settled: true }]);
  });

  it("is recorded once", async () => {
    const [failed, taken] = [await begin(), await begin()];
    expect(await settle(failed, "failed")).toBe(true);
    expect(await settle(failed, "succeeded")).toBe(false);
    expect(await settle(taken, "unknown")).toBe(true);
    expect(await settle(taken, "failed")).toBe(false);
    expect(await settle(0, "succeeded")).toBe(false);
    expect(await counted()).toHaveLength(1);
    expect(await database.sql("select from private.known_addresses")).toEqual([]);
  });

  it("counts for a minute if it is never recorded", async () => {
    for (let time = 0; time < 10; time += 1) await begin();
    await age("59 seconds");
    expect(await allowed()).toBe(false);
    await age("1 second");
    expect(await allowed()).toBe(true);
  });

  it("counts as a failure even if it is recorded after that minute", async () => {
    const attempts: number[] = [];
    for (let time = 0; time < 10; time += 1) attempts.push(await begin());
    await age("2 minutes");
    for (const attempt of attempts) expect(await settle(attempt, "failed")).toBe(true);
    expect(await allowed()).toBe(false);
  });
});

it.each([
  ["admin@example.org", home],
  [null, home],
  [account, "192.0.2.1"],
])("only digests are accepted as keys: refuses %s, %s", async (of, address) => {
  await expect(begin(address, of)).rejects.toMatchObject({ code: invalidParameter });
});

it.each([
  [null, "failed"],
  [1, null],
  [1, "perhaps"],
])("settling needs a number and one of three outcomes: refuses %s, %s", async (attempt, outcome) => {
  await expect(settle(attempt, outcome)).rejects.toMatchObject({ code: invalidParameter });
});

it.each(["stranger", "member", "admin"] as const)(
  "only the Worker begins and settles attempts, and no %s does",
  async (actor) => {
    for (const call of [`public.begin_sign_in('${account}', '${home}')`, "public.settle_sign_in(1, 'succeeded')"])
      await expect(database.call(actor, call)).rejects.toMatchObject({ code: denied });
  },
);

it("no role can read who failed, or from where", async () => {
  await end("succeeded", home);
  await fail(1);
  await database.sql("grant usage on schema private to anon, authenticated");
  await database.sql("grant all on private.sign_in_failures, private.known_addresses to anon, authenticated");
  for (const actor of ["stranger", "member", "admin"] as const) {
    expect(await database.as(actor, "select * from private.sign_in_failures")).toEqual([]);
    expect(await database.as(actor, "select * from private.known_addresses")).toEqual([]);
  }
});
