import { beforeEach, describe, expect, it } from "vitest";
import { denied, invalidParameter, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

type Outcome = "failed" | "succeeded" | "unknown";

const [account, otherAccount, home, stranger, anotherStranger] = [key(1), key(2), key(3), key(4), key(5)];
/** The number of the try, 0 for one that is refused, -1 for one that could begin no session. */
const begin = async (address: string | null = stranger, of: string | null = account) =>
  Number(await database.call("worker", "public.begin_sign_in($1, $2)", of, address));
const settle = (attempt: number | null, outcome: Outcome | string | null) =>
  database.call<boolean>("worker", "public.settle_sign_in($1, $2)", attempt, outcome);
/** Whether a try is let through; it is taken back at once. */
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

describe("10 failures in 15 minutes per account", () => {
  it("from one address or from many", async () => {
    await fail(5);
    await fail(4, anotherStranger);
    expect(await allowed(home)).toBe(true);
    await fail(1);
    for (const address of [stranger, anotherStranger, home]) expect(await allowed(address)).toBe(false);
  });

  it("of another account nothing is said", async () => {
    await fail(10);
    expect(await allowed(stranger, otherAccount)).toBe(true);
  });

  it("and after 15 minutes they are forgotten, by the table too", async () => {
    await fail(10);
    await age("14 minutes 59 seconds");
    expect(await allowed()).toBe(false);
    await age("1 second");
    expect(await allowed()).toBe(true);
    expect(await counted()).toEqual([]);
  });

  it("a try counts from its beginning, so that of 11 at once one is refused", async () => {
    const attempts: number[] = [];
    for (let time = 0; time < 11; time += 1) attempts.push(await begin());
    expect(new Set(attempts.slice(0, 10)).size).toBe(10);
    expect(attempts.map((attempt) => attempt > 0)).toEqual([...Array(10).fill(true), false]);
  });

  it("a refused try is not counted, so that refusals prolong nothing", async () => {
    await fail(10);
    await age("14 minutes");
    for (let time = 0; time < 20; time += 1) expect(await begin()).toBe(0);
    expect(await counted()).toHaveLength(10);
    await age("1 minute");
    expect(await allowed()).toBe(true);
  });

  it("a database that is read-only by default, as a full one, begins no try and counts none", async () => {
    await database.sql("set local default_transaction_read_only = on");
    expect(await begin()).toBe(-1);
    expect(await counted()).toEqual([]);
  });

  it.each([null, ""])("an unknown address counts as one that was never seen: %j", async (address) => {
    await fail(9, address);
    expect(await allowed(address)).toBe(true);
    await end("succeeded", address);
    await fail(1, address);
    expect(await allowed(address)).toBe(false);
    expect(await database.sql("select from private.known_addresses")).toEqual([]);
  });
});

describe("an address that has signed in before keeps its own budget, so that strangers cannot lock an admin out", () => {
  beforeEach(async () => {
    expect(await end("succeeded", home)).toBe(true);
  });

  it("whatever strangers do", async () => {
    await fail(10);
    for (let time = 0; time < 20; time += 1) expect(await begin()).toBe(0);
    expect(await allowed(home)).toBe(true);
  });

  it("10 failures of its own", async () => {
    await fail(10);
    await fail(9, home);
    expect(await allowed(home)).toBe(true);
    await fail(1, home);
    expect(await allowed(home)).toBe(false);
  });

  it("of that account alone", async () => {
    await fail(10, stranger, otherAccount);
    expect(await allowed(home, otherAccount)).toBe(false);
  });

  it("a success forgets the failures of that address, and of no other", async () => {
    await fail(9, home);
    await fail(1);
    expect(await allowed()).toBe(false);
    await end("succeeded", home);
    await fail(9, home);
    expect(await allowed(home)).toBe(true);
    expect(await allowed()).toBe(false);
  });

  it("for 90 days after it was last used", async () => {
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

describe("how a try ends", () => {
  it("failed: it counts; succeeded and unknown: it does not", async () => {
    await end("failed");
    await end("succeeded", home);
    await end("unknown");
    expect(await counted()).toEqual([{ account_key: account, is_settled: true }]);
  });

  it("is written once: what is over stays as it is", async () => {
    const [failed, taken] = [await begin(), await begin()];
    expect(await settle(failed, "failed")).toBe(true);
    expect(await settle(failed, "succeeded")).toBe(false);
    expect(await settle(taken, "unknown")).toBe(true);
    expect(await settle(taken, "failed")).toBe(false);
    expect(await settle(0, "succeeded")).toBe(false);
    expect(await counted()).toHaveLength(1);
    expect(await database.sql("select from private.known_addresses")).toEqual([]);
  });

  it("unwritten, because everything was gone meanwhile: it counts for a minute", async () => {
    for (let time = 0; time < 10; time += 1) await begin();
    await age("59 seconds");
    expect(await allowed()).toBe(false);
    await age("1 second");
    expect(await allowed()).toBe(true);
  });

  it("written late, after that minute: a failure counts all the same", async () => {
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
])("keys are digests, never addresses: %s, %s", async (of, address) => {
  await expect(begin(address, of)).rejects.toMatchObject({ code: invalidParameter });
});

it.each([
  [null, "failed"],
  [1, null],
  [1, "perhaps"],
])("an end has a number and one of three words: %s, %s", async (attempt, outcome) => {
  await expect(settle(attempt, outcome)).rejects.toMatchObject({ code: invalidParameter });
});

it.each(["stranger", "member", "admin"] as const)("only the Worker begins and settles, no %s", async (actor) => {
  for (const call of [`public.begin_sign_in('${account}', '${home}')`, "public.settle_sign_in(1, 'succeeded')"])
    await expect(database.call(actor, call)).rejects.toMatchObject({ code: denied });
});

it("nobody reads who failed, or from where", async () => {
  await end("succeeded", home);
  await fail(1);
  await database.sql("grant usage on schema private to anon, authenticated");
  await database.sql("grant all on private.sign_in_failures, private.known_addresses to anon, authenticated");
  for (const actor of ["stranger", "member", "admin"] as const) {
    expect(await database.as(actor, "select * from private.sign_in_failures")).toEqual([]);
    expect(await database.as(actor, "select * from private.known_addresses")).toEqual([]);
  }
});
