import { PGlite } from "@electric-sql/pglite";
import { afterEach, expect, it, vi } from "vitest";
import { prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
afterEach(() => vi.restoreAllMocks());

it("a statement enters Postgres once from its second execution on, and a failure of it changes nothing for the next", async () => {
  const calls = vi.spyOn(PGlite.prototype, "execProtocolRaw");
  const callsOf = async (work: () => Promise<unknown>) => {
    calls.mockClear();
    await work();
    return calls.mock.calls.length;
  };
  const divide = (by: number) => database.sql("select 12 / $1::int as quotient, array['2027-01-01'::date] as days", by);
  const first = await divide(4);
  expect(first).toEqual([{ quotient: 3, days: [new Date("2027-01-01")] }]);
  expect(await callsOf(async () => expect(await divide(4)).toEqual(first))).toBe(1);

  const fail = () => database.attempt("select 12 / $1::int as quotient", 0);
  for (let round = 0; round < 3; round += 1) await expect(fail()).rejects.toMatchObject({ code: "22012" });
  await expect(database.attempt("select no_such_column")).rejects.toMatchObject({ code: "42703" });
  expect(await divide(6)).toEqual([{ ...first[0], quotient: 2 }]);
});
