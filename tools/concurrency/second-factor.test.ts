import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testSettings } from "../../harness/serving/stack.ts";
import { manyConnections, tally } from "./at-once.ts";

const { sql, count, atOnce } = manyConnections();
const digest = createHash("sha256").update("a recovery code").digest("hex");

let account = "";
let session = "";
beforeEach(async () => {
  const [row] = await sql<{ id: string }>("select id from auth.users where email = $1", testSettings.LOCAL_ADMIN_EMAIL);
  account = row?.id ?? "";
  session = randomUUID();
  await sql("delete from private.second_factors where user_id = $1", account);
  await sql(
    "insert into private.second_factors (user_id, sealed_secret, last_step) values ($1, 'Fe26.2*' || repeat('x', 200), 100)",
    account,
  );
  await sql("insert into private.recovery_codes (user_id, digest) values ($1, $2)", account, digest);
  await sql("select public.begin_session($1, $2, 'A test')", account, session);
});
// without it the account's sessions open the admin area, as other files expect
afterAll(() => sql("delete from private.second_factors where user_id = $1", account));

const begin = () => ({
  as: "worker" as const,
  text: "(select attempt::int from public.begin_code_try($1, $2))",
  parameters: [account, session],
});
const settle = (attempt: number, step: number | null, recovery: string | null) => ({
  as: "worker" as const,
  text: "public.settle_code_try($1, $2, $3, null, $4)",
  parameters: [attempt, session, step, recovery],
});
/** Attempts that were begun one after the other. */
const begun = async (times: number): Promise<number[]> => {
  const attempts: number[] = [];
  for (let time = 0; time < times; time += 1) attempts.push(...(await atOnce<number>(1, begin)));
  return attempts;
};

describe("codes", () => {
  test("only 5 of 60 attempts for one account at once are checked", async () => {
    const attempts = await atOnce<number>(60, begin);
    expect(attempts.filter((attempt) => attempt > 0)).toHaveLength(5);
    expect(await count("from private.factor_tries where user_id = $1", account)).toBe(5);
  });

  test.each([
    ["code of an app", 101, null],
    ["recovery code", null, digest],
  ])("the same %s in 5 attempts at once is right only once", async (_, step, recovery) => {
    const attempts = await begun(5);
    const answers = await atOnce(5, (index) => settle(attempts[index] ?? 0, step, recovery));
    expect(tally(answers)).toEqual({ right: 1, used: 4 });
  });

  test("an attempt settled by 20 calls at once counts once", async () => {
    const [attempt = 0] = await begun(1);
    const answers = await atOnce(20, (index) => settle(attempt, 200 + index, null));
    expect(tally(answers)).toEqual({ right: 1, ended: 19 });
  });
});
