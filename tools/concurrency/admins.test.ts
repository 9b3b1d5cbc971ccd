import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { testSettings } from "../../harness/serving/stack.ts";
import { key, manyConnections, tally } from "./at-once.ts";

const database = manyConnections();
const { sql, count, atOnce } = database;

let admin: { account: string };
beforeAll(async () => {
  const [row] = await sql<{ id: string }>("select id from auth.users where email = $1", testSettings.LOCAL_ADMIN_EMAIL);
  admin = { account: row?.id ?? "" };
});

describe("passwords", () => {
  let accounts = 0;
  const begin = (account: string, address: (index: number) => string) => (index: number) => ({
    as: "worker" as const,
    text: "public.begin_sign_in($1, $2)::int",
    parameters: [account, address(index)],
  });
  const settle = (attempt: number, outcome: string) => ({
    as: "worker" as const,
    text: "public.settle_sign_in($1, $2)",
    parameters: [attempt, outcome],
  });
  const nextAccount = () => key(9000 + ++accounts);
  const passed = (attempts: number[]) => attempts.filter((attempt) => attempt > 0);

  test.each([
    ["one address", () => key(1)],
    ["50 addresses", (index: number) => key(500 + index)],
  ])("only 10 of 50 attempts for one account at once from %s reach the password check", async (_, address) => {
    const account = nextAccount();
    expect(passed(await atOnce<number>(50, begin(account, address)))).toHaveLength(10);
    expect(await count("from private.sign_in_failures where account_key = $1", account)).toBe(10);
  });

  test("a burst from strangers uses up none of the ten attempts of a known address", async () => {
    const [account, home] = [nextAccount(), key(77)];
    const [first = 0] = await atOnce<number>(
      1,
      begin(account, () => home),
    );
    expect(await atOnce(1, () => settle(first, "succeeded"))).toEqual([true]);
    const attempts = await atOnce<number>(
      60,
      begin(account, (index) => (index < 20 ? home : key(600 + index))),
    );
    expect(passed(attempts.slice(0, 20))).toHaveLength(10);
    expect(passed(attempts.slice(20)).length).toBeLessThanOrEqual(10);
  });

  test("an attempt settled by 20 calls at once counts once", async () => {
    const account = nextAccount();
    const [attempt = 0] = await atOnce<number>(
      1,
      begin(account, () => key(1)),
    );
    const answers = await atOnce<boolean>(20, (index) => settle(attempt, index % 2 ? "failed" : "unknown"));
    expect(tally(answers)).toEqual({ true: 1, false: 19 });
  });
});

describe("the last owner", () => {
  test.each([
    ["remove", "public.remove_admin($1)", "email", "removed"],
    ["demote", "public.set_role($1, 'editor')", "id", "changed"],
  ] as const)(
    "two owners who %s each other at the same moment leave one owner, in 30 rounds",
    async (_, text, name, done) => {
      await sql("create temporary table kept as select id from public.admin_users");
      const pair = ["one@example.org", "other@example.org"].map((email) => ({ id: randomUUID(), email }));
      for (const { id, email } of pair)
        await sql(
          "insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', $2)",
          id,
          email,
        );
      try {
        for (let round = 0; round < 30; round += 1) {
          for (const { id } of pair)
            await sql(
              "insert into public.admin_users (id) values ($1) on conflict (id) do update set role = 'owner'",
              id,
            );
          await sql("delete from public.admin_users where id not in ($1, $2)", pair[0]?.id, pair[1]?.id);
          const answers = await atOnce(2, (index) => ({
            as: { account: pair[index]?.id ?? "" },
            text,
            parameters: [pair[1 - index]?.[name]],
          })).catch((error: { code?: string }) => [error.code]);
          // The slower call meets the lock either as the last owner, or after losing the owner role.
          expect([["last-owner", done].sort(), ["42501"]]).toContainEqual([...answers].sort());
          expect(await count("from public.admin_users where role = 'owner'")).toBe(1);
        }
      } finally {
        await sql("insert into public.admin_users (id) select id from kept on conflict do nothing");
        await sql("delete from auth.users where id in ($1, $2)", pair[0]?.id, pair[1]?.id);
        await sql("drop table kept");
      }
    },
  );
});

describe("a new article", () => {
  const text = (slug: string) =>
    JSON.stringify({
      slug,
      title: "One",
      excerpt: "About it.",
      markdown: "A",
      html: "<p>A</p>",
      outline: [],
      words: 1,
      renderer: "test",
    });
  const saving = (id: string, slug: string) => ({
    as: admin,
    text: "public.save_article($1, 'article', null, $2::text::jsonb, 'draft', null, null)",
    parameters: [id, text(slug)],
  });

  test("is created once when its form is sent 20 times at once, and every response says so, in 10 rounds", async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = randomUUID();
      const answers = await atOnce<string>(20, () => saving(id, `sent-often-${round}`));
      expect(tally(answers)).toEqual({ saved: 20 });
      expect(await count("from public.article_revisions where article_id = $1", id)).toBe(1);
    }
  });
});

describe("lost updates", () => {
  test("only one of 20 saves of a tab from the same version succeeds, over HTTP", async () => {
    const token = await database.signIn("ADMIN");
    for (let round = 0; round < 5; round += 1) {
      const [tab] = (await (
        await database.ask("GET", "/education_tabs?select=*&order=display_order&limit=1", token)
      ).json()) as {
        id: string;
        updated_at: string;
      }[];
      const path = `/education_tabs?id=eq.${tab?.id}&updated_at=eq.${encodeURIComponent(tab?.updated_at ?? "")}&select=id,label`;
      const saved = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const answer = await database.ask("PATCH", path, token, { label: `Saved by ${round} ${index}` });
          return (await answer.json()) as { label: string }[];
        }),
      );
      const winners = saved.flat();
      expect(winners).toHaveLength(1);
      expect(await sql("select label from public.education_tabs where id = $1", tab?.id)).toEqual([
        { label: winners[0]?.label },
      ]);
    }
  });

  test("only one of 40 saves of a resource from the same version succeeds, on separate connections", async () => {
    const [row] = await sql<{ id: string; version: string }>(
      "select id, updated_at::text as version from public.education_resources order by id limit 1",
    );
    const answers = await atOnce(40, (index) => ({
      as: admin,
      text: `update public.education_resources set title = $3
        where id = $1 and updated_at = $2::text::timestamptz returning 'saved' as answer`,
      parameters: [row?.id, row?.version, `Saved by ${index}`],
    }));
    expect(answers.filter((answer) => answer === "saved")).toHaveLength(1);
  });
});

describe("order", () => {
  const ranks = (table: string, of = "true") =>
    sql<{ id: string; rank: number }>(
      `select id, display_order as rank from public.${table} where ${of} order by rank`,
    );
  const numbersFrom1 = (total: number) => Array.from({ length: total }, (_, index) => index + 1);

  const here = "tab_key = 'resources' and deleted_at is null";

  test("40 concurrent moves of resources use each rank exactly once", async () => {
    const resources = await ranks("education_resources", here);
    const answers = await atOnce(40, (index) => ({
      as: admin,
      text: "public.reorder_resource($1, $2)",
      parameters: [resources[(index * 7) % resources.length]?.id, ((index * 13) % resources.length) + 1],
    }));
    expect(tally(answers)).toEqual({ placed: 40 });
    const after = await ranks("education_resources", here);
    expect(after.map(({ rank }) => rank)).toEqual(numbersFrom1(resources.length));
  });

  test("40 concurrent moves of tabs, while resources are liked and moved, use each rank exactly once", async () => {
    const [tabs, resources] = [
      await ranks("education_tabs"),
      await ranks("education_resources", `${here} and is_published`),
    ];
    const answers = await atOnce(60, (index) => {
      if (index < 40)
        return {
          as: admin,
          text: "public.reorder_tab($1, $2)",
          parameters: [tabs[(index * 7) % tabs.length]?.id, ((index * 3) % tabs.length) + 1],
        };
      const resource = resources[index % resources.length]?.id;
      return index % 2
        ? { as: admin, text: "public.reorder_resource($1, 1)", parameters: [resource] }
        : {
            as: "worker",
            text: "public.set_like($1, 'like', null, null, $2)",
            parameters: [resource, key(20_000 + index)],
          };
    });
    expect(tally(answers)).toEqual({ placed: 50, liked: 10 });
    expect((await ranks("education_tabs")).map(({ rank }) => rank)).toEqual(numbersFrom1(tabs.length));
  });
});
