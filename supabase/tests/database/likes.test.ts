import { beforeEach, describe, expect, it } from "vitest";
import {
  addResource,
  checkViolation,
  invalidParameter,
  key,
  prepareDatabase,
  uniqueViolation,
} from "./prepared-database.ts";

const database = prepareDatabase();
const setLike = (
  resource: string,
  intent: string | null,
  who: { user?: string; visitor?: string | null; address?: string | null },
) =>
  database.call(
    "worker",
    "public.set_like($1, $2, $3, $4, $5)",
    resource,
    intent,
    who.user ?? null,
    who.visitor ?? null,
    who.address ?? null,
  );
const likes = (resource: string) =>
  database.sql(
    "select user_id, ip_address, visitor_key from public.resource_likes where resource_id = $1 order by id",
    resource,
  );

let resource: string;
beforeEach(async () => {
  resource = await addResource(database);
});

describe("set_like", () => {
  const people = [
    ["a signed-in person", () => ({ user: database.idOf("member") })],
    ["a browser with a cookie", () => ({ visitor: key(1), address: key(2) })],
    ["an address without a cookie", () => ({ address: key(2) })],
  ] as const;

  it.each(people)("keeps one row for a repeated like: %s", async (_, who) => {
    expect(await setLike(resource, "like", who())).toBe("liked");
    expect(await setLike(resource, "like", who())).toBe("liked");
    expect(await likes(resource)).toHaveLength(1);
  });

  it.each(people)("deletes the row on unlike: %s", async (_, who) => {
    await setLike(resource, "like", who());
    expect(await setLike(resource, "unlike", who())).toBe("unliked");
    expect(await likes(resource)).toEqual([]);
  });

  it.each(people)("changes nothing on an unlike without a like: %s", async (_, who) => {
    expect(await setLike(resource, "unlike", who())).toBe("unliked");
    expect(await setLike(resource, "unlike", who())).toBe("unliked");
    expect(await likes(resource)).toEqual([]);
  });

  it("keeps one like for each browser at an address, and one more for the address without a cookie", async () => {
    await setLike(resource, "like", { visitor: key(1), address: key(9) });
    await setLike(resource, "like", { visitor: key(2), address: key(9) });
    await setLike(resource, "like", { address: key(9) });
    expect(await likes(resource)).toEqual([
      { user_id: null, ip_address: key(9), visitor_key: key(1) },
      { user_id: null, ip_address: key(9), visitor_key: key(2) },
      { user_id: null, ip_address: key(9), visitor_key: null },
    ]);
  });

  it("keeps a single like of a browser that moves to another address", async () => {
    await setLike(resource, "like", { visitor: key(1), address: key(8) });
    await setLike(resource, "like", { visitor: key(1), address: key(9) });
    expect(await likes(resource)).toHaveLength(1);
    await setLike(resource, "unlike", { visitor: key(1), address: key(7) });
    expect(await likes(resource)).toEqual([]);
  });

  it("deletes only the row of the same visitor on unlike", async () => {
    await setLike(resource, "like", { visitor: key(1), address: key(9) });
    await setLike(resource, "like", { address: key(9) });
    await setLike(resource, "like", { user: database.idOf("member") });
    await setLike(resource, "unlike", { address: key(9) });
    await setLike(resource, "unlike", { visitor: key(2), address: key(9) });
    await setLike(resource, "unlike", { user: database.idOf("admin") });
    expect(await likes(resource)).toEqual([
      { user_id: null, ip_address: key(9), visitor_key: key(1) },
      { user_id: database.idOf("member"), ip_address: null, visitor_key: null },
    ]);
  });

  it("stores only the user_id of a signed-in person, and no digests", async () => {
    await setLike(resource, "like", { user: database.idOf("member"), visitor: key(1), address: key(2) });
    expect(await likes(resource)).toEqual([{ user_id: database.idOf("member"), ip_address: null, visitor_key: null }]);
  });

  it("returns not-found for unknown, unpublished and inactive resources, for both intents", async () => {
    await database.sql(
      "insert into public.education_tabs (tab_key, label, is_active) values ('closed', 'Closed', false)",
    );
    const hidden = [
      "00000000-0000-0000-0000-000000000000",
      await addResource(database, { published: false }),
      await addResource(database, { tab: "closed" }),
    ];
    for (const id of hidden) {
      expect(await setLike(id, "like", { address: key(1) })).toBe("not-found");
      expect(await setLike(id, "unlike", { address: key(1) })).toBe("not-found");
      expect(await likes(id)).toEqual([]);
    }
  });

  it.each([
    ["an unknown intent", "toggle", { address: key(1) }],
    ["no intent", null, { address: key(1) }],
    ["nobody", "like", {}],
    ["a cookie without an address", "like", { visitor: key(1) }],
    ["an address in clear", "like", { address: "203.0.113.7" }],
    ["a visitor id in clear", "unlike", { visitor: "visitor", address: key(1) }],
    ["upper-case digits", "like", { address: key(0xabc).toUpperCase() }],
  ])("refuses %s", async (_, intent, who) => {
    await expect(setLike(resource, intent, who)).rejects.toMatchObject({ code: invalidParameter });
    expect(await likes(resource)).toEqual([]);
  });
});

describe("the limit of new anonymous likes per resource and address in 24 hours", () => {
  /** Adds likes of as many visitors behind one address. */
  const fill = (count: number) =>
    database.sql(
      "insert into public.resource_likes (resource_id, ip_address, network_key, visitor_key) select $1, $2, $2, lpad(n::text, 32, '0') from generate_series(1, $3::int) n",
      resource,
      key(99),
      count,
    );
  const other = (number: number) => `f${String(number).padStart(31, "0")}`;

  it("accepts 500 of browsers with a cookie, as in a conference hall, and refuses the next", async () => {
    await fill(499);
    expect(await setLike(resource, "like", { visitor: other(1), address: key(99) })).toBe("liked");
    expect(await setLike(resource, "like", { visitor: other(2), address: key(99) })).toBe("too-many");
    expect(await setLike(resource, "like", { address: key(99) }), "a client without a cookie counts apart").toBe(
      "liked",
    );
    await setLike(resource, "unlike", { visitor: other(1), address: key(99) });
    await setLike(resource, "unlike", { address: key(99) });
    expect(await setLike(resource, "like", { visitor: other(2), address: key(99) })).toBe("liked");
    expect(await likes(resource)).toHaveLength(500);
  });

  it("lets a visitor who already likes the resource like it again and unlike it", async () => {
    await fill(500);
    const seventh = "7".padStart(32, "0");
    expect(await setLike(resource, "like", { visitor: seventh, address: key(99) })).toBe("liked");
    expect(await setLike(resource, "unlike", { visitor: seventh, address: key(99) })).toBe("unliked");
  });

  it("does not apply to another address, another resource or a signed-in person", async () => {
    await fill(500);
    expect(await setLike(resource, "like", { visitor: other(1), address: key(98) })).toBe("liked");
    expect(await setLike(await addResource(database), "like", { visitor: other(1), address: key(99) })).toBe("liked");
    expect(await setLike(resource, "like", { user: database.idOf("member"), address: key(99) })).toBe("liked");
  });

  it("does not count likes older than 24 hours", async () => {
    await fill(500);
    await database.sql(
      "update public.resource_likes set created_at = now() - interval '24 hours' where visitor_key = lpad('1', 32, '0')",
    );
    expect(await setLike(resource, "like", { visitor: other(1), address: key(99) })).toBe("liked");
    expect(await setLike(resource, "like", { visitor: other(2), address: key(99) })).toBe("too-many");
  });
});

describe("resource_likes", () => {
  const insert = (columns: string, ...values: unknown[]) =>
    database.attempt(
      `insert into public.resource_likes (resource_id, ${columns}) values ($1, ${values.map((_, index) => `$${index + 2}`)})`,
      resource,
      ...values,
    );

  it.each([
    ["an address in clear", "ip_address", ["203.0.113.7"]],
    ["a cookie without an address", "visitor_key", [key(1)]],
    ["a retired like with a key", "ip_address, retired_at", [key(1), "2026-01-01"]],
  ])("rejects %s", async (_, columns, values) => {
    await expect(insert(columns, ...values)).rejects.toMatchObject({ code: checkViolation });
  });

  it("rejects a like with neither a person nor an address, and one with both", async () => {
    await expect(insert("user_id", null)).rejects.toMatchObject({ code: checkViolation });
    await expect(insert("user_id, ip_address", database.idOf("member"), key(1))).rejects.toMatchObject({
      code: checkViolation,
    });
  });

  it("is unique by person, by visitor, and by address if the other two are null", async () => {
    const rows: [columns: string, values: () => unknown[]][] = [
      ["user_id", () => [database.idOf("member")]],
      ["ip_address, visitor_key", () => [key(9), key(1)]],
      ["ip_address", () => [key(9)]],
    ];
    for (const [columns, values] of rows) {
      await insert(columns, ...values());
      await expect(insert(columns, ...values())).rejects.toMatchObject({ code: uniqueViolation });
    }
    await insert("ip_address, visitor_key", key(9), key(2));
    await expect(insert("ip_address, visitor_key", key(8), key(1))).rejects.toMatchObject({ code: uniqueViolation });
  });

  it("still counts likes whose keys retention has cleared", async () => {
    await setLike(resource, "like", { visitor: key(1), address: key(9) });
    await setLike(resource, "like", { address: key(9) });
    await database.sql(
      "update public.resource_likes set retired_at = now(), ip_address = null, network_key = null, visitor_key = null where resource_id = $1",
      resource,
    );
    await setLike(resource, "like", { address: key(9) });
    const page = await database.call<{ resources: { id: string; likes_count: number }[] }>(
      "stranger",
      "public.education_page('resources', 'resource it', 1, null, null)",
    );
    expect(page.resources.find(({ id }) => id === resource)?.likes_count).toBe(3);
  });

  it("loses its rows when their account or resource is deleted", async () => {
    await setLike(resource, "like", { user: database.idOf("member") });
    await setLike(resource, "like", { address: key(1) });
    await database.sql("delete from auth.users where id = $1", database.idOf("member"));
    expect(await likes(resource)).toHaveLength(1);
    await database.sql("delete from public.education_resources where id = $1", resource);
    expect(await likes(resource)).toEqual([]);
  });
});

describe("anonymous likes from one network", () => {
  it.each([
    ["without a cookie", 50],
    ["with a cookie", 500],
  ])("are counted together, whatever their addresses in it: %s", async (kind, most) => {
    const visitor = (number: number) => (kind === "with a cookie" ? key(number) : null);
    const like = (number: number, network = key(7)) =>
      database.call(
        "worker",
        "public.set_like($1, 'like', null, $2, $3, $4)",
        resource,
        visitor(number),
        key(number),
        network,
      );
    await database.sql(
      `insert into public.resource_likes (resource_id, ip_address, visitor_key, network_key)
         select $1, md5(n::text), case when $2 then md5('v' || n) end, $3 from generate_series(1, $4::int) n`,
      resource,
      kind === "with a cookie",
      key(7),
      most - 1,
    );
    expect(await like(1)).toBe("liked");
    expect(await like(2)).toBe("too-many");
    expect(await like(3, key(8)), "another network").toBe("liked");
  });
});
