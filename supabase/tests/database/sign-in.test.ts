import { beforeEach, describe, expect, it } from "vitest";
import { denied, invalidParameter, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

const [account, otherAccount, home, stranger, anotherStranger] = [key(1), key(2), key(3), key(4), key(5)];
const allowed = (address: string | null, of = account) =>
  database.call<boolean>("worker", "public.sign_in_allowed($1, $2)", of, address);
const record = (address: string | null, succeeded: boolean | null, of: string | null = account) =>
  database.call<boolean>("worker", "public.record_sign_in($1, $2, $3)", of, address, succeeded);
const fail = async (times: number, address: string | null = stranger) => {
  for (let time = 0; time < times; time += 1) await record(address, false);
};
const age = (interval: string) => database.sql(`update public.sign_in_failures set at = at - interval '${interval}'`);

beforeEach(async () => {
  await database.sql("delete from public.sign_in_failures");
  await database.sql("delete from public.known_addresses");
});

describe("10 failures in 15 minutes per account", () => {
  it("from one address or from many", async () => {
    await fail(5);
    await fail(4, anotherStranger);
    expect(await allowed(home)).toBe(true);
    expect(await record(stranger, false)).toBe(false);
    for (const address of [stranger, anotherStranger, home]) expect(await allowed(address)).toBe(false);
  });

  it("of another account nothing is said", async () => {
    await fail(10);
    expect(await allowed(stranger, otherAccount)).toBe(true);
  });

  it("and after 15 minutes they are forgotten, by the table too", async () => {
    await fail(10);
    await age("14 minutes 59 seconds");
    expect(await allowed(stranger)).toBe(false);
    await age("1 second");
    expect(await allowed(stranger)).toBe(true);
    await record(stranger, false, otherAccount);
    expect(await database.sql("select account_key from public.sign_in_failures")).toEqual([
      { account_key: otherAccount },
    ]);
  });

  it.each([null, ""])("an unknown address counts as one that was never seen: %j", async (address) => {
    await fail(9, address);
    expect(await allowed(address)).toBe(true);
    await fail(1, address);
    expect(await allowed(address)).toBe(false);
    await record(address, true);
    expect(await database.sql("select from public.known_addresses")).toEqual([]);
  });
});

describe("an address that has signed in before keeps its own budget, so that strangers cannot lock an admin out", () => {
  beforeEach(async () => {
    await record(home, true);
  });

  it("whatever strangers do", async () => {
    await fail(30);
    expect(await allowed(stranger)).toBe(false);
    expect(await allowed(home)).toBe(true);
  });

  it("10 failures of its own", async () => {
    await fail(9, home);
    expect(await allowed(home)).toBe(true);
    await fail(1, home);
    expect(await allowed(home)).toBe(false);
  });

  it("of that account alone", async () => {
    for (let time = 0; time < 10; time += 1) await record(stranger, false, otherAccount);
    expect(await allowed(home, otherAccount)).toBe(false);
  });

  it("a success forgets the failures of that address, and of no other", async () => {
    await fail(9, home);
    await fail(10);
    expect(await record(home, true)).toBe(true);
    await fail(9, home);
    expect(await allowed(home)).toBe(true);
    expect(await allowed(stranger)).toBe(false);
  });

  it("for 90 days after it was last used", async () => {
    await database.sql("update public.known_addresses set last_used_at = now() - interval '89 days'");
    await fail(10);
    expect(await allowed(home)).toBe(true);
    await record(home, true);
    expect(await database.sql("select last_used_at = now() as now from public.known_addresses")).toEqual([
      { now: true },
    ]);
    await database.sql("update public.known_addresses set last_used_at = now() - interval '90 days'");
    expect(await allowed(home)).toBe(false);
    await fail(1);
    expect(await database.sql("select from public.known_addresses")).toEqual([]);
  });
});

it.each([
  ["admin@example.org", home, true],
  [null, home, true],
  [account, "192.0.2.1", false],
  [account, "192.0.2.1", true],
  [account, home, null],
])("keys are digests, never addresses: %s, %s, %s", async (of, address, succeeded) => {
  await expect(record(address, succeeded, of)).rejects.toMatchObject({ code: invalidParameter });
});

it.each(["stranger", "member", "admin"] as const)("only the Worker asks and records, no %s", async (actor) => {
  const keys = `'${account}', '${home}'`;
  await expect(database.call(actor, `public.sign_in_allowed(${keys})`)).rejects.toMatchObject({ code: denied });
  await expect(database.call(actor, `public.record_sign_in(${keys}, true)`)).rejects.toMatchObject({ code: denied });
});

it("nobody reads who failed, or from where", async () => {
  await record(home, true);
  await fail(1);
  await database.sql("grant all on public.sign_in_failures, public.known_addresses to anon, authenticated");
  for (const actor of ["stranger", "member", "admin"] as const) {
    expect(await database.as(actor, "select * from public.sign_in_failures")).toEqual([]);
    expect(await database.as(actor, "select * from public.known_addresses")).toEqual([]);
  }
});
