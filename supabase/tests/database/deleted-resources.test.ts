import { beforeEach, describe, expect, it } from "vitest";
import { addResource, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();

interface Listing {
  total: number;
  page: number;
  pages: number;
  rows: (Row & { id: string; title: string; likes_count: number })[];
}

const list = (tab: string | null = "reading", search = "", state = "", sort = "order", page: number | null = 1) =>
  database.call<Listing>("admin", "public.admin_resources($1, $2, $3, $4, $5)", tab, search, state, sort, page);
const titles = async (...asked: Parameters<typeof list>) => (await list(...asked)).rows.map((row) => row.title);
const remove = (id: string, deleted = true) =>
  database.as(
    "admin",
    "update public.education_resources set deleted_at = case when $2 then now() end where id = $1 returning id",
    id,
    deleted,
  );
const like = (id: string, number: number) =>
  database.call("worker", "public.set_like($1, 'like', null, null, $2)", id, key(number));
const shown = async () =>
  (await database.call<{ resources: { id: string }[] }>("stranger", "public.education_page('reading')")).resources.map(
    (row) => row.id,
  );

let id: string;
beforeEach(async () => {
  await database.sql(
    "insert into public.education_tabs (tab_key, label) values ('reading', 'Reading'), ('other', 'Other')",
  );
  id = await addResource(database, { tab: "reading", title: "Lanakila", order: 3 });
});

describe("a deleted resource", () => {
  it("is nowhere for visitors, who cannot like it, and comes back with its likes when that is undone", async () => {
    await like(id, 1);
    expect(await remove(id)).toHaveLength(1);
    expect(await shown()).toEqual([]);
    for (const actor of ["stranger", "member"] as const) {
      expect(await database.as(actor, "select id from public.education_resources where id = $1", id)).toEqual([]);
      const found = await database.call<{ total: number }>(actor, "public.education_page('reading', 'Lanakila')");
      expect(found.total).toBe(0);
    }
    expect(await like(id, 2)).toBe("not-found");
    expect(await database.call("worker", "public.set_like($1, 'unlike', null, null, $2)", id, key(1))).toBe(
      "not-found",
    );
    await remove(id, false);
    expect(await shown()).toEqual([id]);
    expect((await list()).rows).toMatchObject([{ id, likes_count: 1, deleted_at: null }]);
  });

  it("is deleted and brought back by admins alone", async () => {
    const deletion = "update public.education_resources set deleted_at = now() where id = $1 returning id";
    expect(await database.as("member", deletion, id)).toEqual([]);
    await expect(database.as("stranger", deletion, id)).rejects.toMatchObject({ code: denied });
  });
});

describe("admin_resources", () => {
  beforeEach(async () => {
    await addResource(database, { tab: "reading", title: "Āina", published: false, order: 1 });
    await addResource(database, { tab: "reading", title: "Koa", order: 2 });
    await remove(await addResource(database, { tab: "reading", title: "Gone", order: 4 }));
    await addResource(database, { tab: "other", title: "Elsewhere", order: 1 });
  });

  it.each([
    ["", ["Āina", "Koa", "Lanakila"]],
    ["published", ["Koa", "Lanakila"]],
    ["draft", ["Āina"]],
    ["deleted", ["Gone"]],
    ["nonsense", ["Āina", "Koa", "Lanakila"]],
  ])("state %j", async (state, expected) => {
    expect(await titles("reading", "", state)).toEqual(expected);
    expect((await list("reading", "", state)).total).toBe(expected.length);
  });

  it("gives all columns, the likes, and what is known of its link", async () => {
    await like(id, 1);
    const [columns] = await database.sql<{ names: string[] }>(
      `select array_agg(attname::text order by attname) as names from pg_attribute
       where attrelid = 'public.education_resources'::regclass and attnum > 0 and not attisdropped`,
    );
    const row = (await list()).rows.find((each) => each.id === id) as Row;
    expect(Object.keys(row).sort()).toEqual([...(columns?.names ?? []), "likes_count", "link"].sort());
    expect(row.likes_count).toBe(1);
  });

  it("its version is the one that a change must name", async () => {
    const [row] = (await list()).rows;
    const change = "update public.education_resources set title = 'New' where id = $1 and updated_at = $2 returning id";
    expect(await database.as("admin", change, row?.id, "2020-01-01T00:00:00.000001+00:00")).toEqual([]);
    expect(await database.as("admin", change, row?.id, row?.updated_at)).toHaveLength(1);
  });

  it("sorts by order, title, likes and newest", async () => {
    await like(id, 1);
    await database.sql(
      "update public.education_resources set created_at = now() + interval '1 hour' where title = 'Koa'",
    );
    expect(await titles("reading", "", "", "order")).toEqual(["Āina", "Koa", "Lanakila"]);
    expect(await titles("reading", "", "", "title")).toEqual(["Āina", "Koa", "Lanakila"]);
    expect((await titles("reading", "", "", "likes"))[0]).toBe("Lanakila");
    expect((await titles("reading", "", "", "newest"))[0]).toBe("Koa");
    await database.sql("update public.education_resources set display_order = 9 where title = 'Āina'");
    expect(await titles("reading", "", "", "order")).toEqual(["Koa", "Lanakila", "Āina"]);
    expect(await titles("reading", "", "", "nonsense")).toEqual(["Koa", "Lanakila", "Āina"]);
    expect(await titles("reading", "", "", "title")).toEqual(["Āina", "Koa", "Lanakila"]);
  });

  it("searches every word in all tabs or in one", async () => {
    expect(await titles("reading", "aina")).toEqual(["Āina"]);
    expect(await titles("", "Elsewhere about")).toEqual(["Elsewhere"]);
    expect(await titles(null, "elsewhere")).toEqual(["Elsewhere"]);
    expect(await titles("reading", "elsewhere")).toEqual([]);
    expect(await titles("reading", "k%a")).toEqual([]);
  });

  it("a page has 50, and a page that does not exist is the nearest one", async () => {
    await database.sql(
      `insert into public.education_resources (tab_key, title, description, url, display_order)
       select 'other', 'Number ' || n, 'About it.', 'https://example.org/', n + 1 from generate_series(1, 100) n`,
    );
    expect(await list("other")).toMatchObject({ total: 101, page: 1, pages: 3 });
    expect(await titles("other", "", "", "order", 2)).toEqual(Array.from({ length: 50 }, (_, n) => `Number ${n + 50}`));
    expect((await list("other", "", "", "order", 99)).rows.map((row) => row.title)).toEqual(["Number 100"]);
    expect(await list("other", "", "", "order", -1)).toMatchObject({ page: 1 });
    expect(await list("other", "", "", "order", null)).toMatchObject({ page: 1 });
    expect(await list("nowhere")).toEqual({ total: 0, page: 1, pages: 1, rows: [] });
  });

  it.each(["stranger", "member", "worker"] as const)("is refused to a %s", async (actor) => {
    await expect(database.call(actor, "public.admin_resources()")).rejects.toMatchObject({ code: denied });
  });
});

describe("the number of likes is the number of like rows", () => {
  const counted = async () =>
    (
      await database.sql(
        "select coalesce(sum(likes), 0)::integer as likes from private.resource_like_counts where resource_id = $1",
        id,
      )
    )[0]?.likes;

  it("through likes, double likes, unlikes, retention and deleted accounts", async () => {
    await like(id, 1);
    await like(id, 1);
    await like(id, 2);
    await database.call("worker", "public.set_like($1, 'like', $2)", id, database.idOf("member"));
    expect(await counted()).toBe(3);
    await database.call("worker", "public.set_like($1, 'unlike', null, null, $2)", id, key(2));
    expect(await counted()).toBe(2);
    await database.sql(
      "update public.resource_likes set retired_at = now(), ip_address = null, network_key = null where ip_address = $1",
      key(1),
    );
    expect(await counted()).toBe(2);
    await database.sql("delete from auth.users where id = $1", database.idOf("member"));
    expect(await counted()).toBe(1);
  });

  it("for many rows of one statement", async () => {
    const other = await addResource(database);
    await database.sql(
      `insert into public.resource_likes (resource_id, ip_address)
       select r, md5(n::text) from unnest($1::uuid[]) r cross join generate_series(1, 20) n`,
      [id, other],
    );
    await database.sql("delete from public.resource_likes where resource_id = $1 and ip_address < '8'", id);
    const [rows] = await database.sql(
      "select count(*)::integer as n from public.resource_likes where resource_id = $1",
      id,
    );
    expect(await counted()).toBe(rows?.n);
  });

  it("and goes with its resource", async () => {
    await like(id, 1);
    await database.sql("delete from public.education_resources where id = $1", id);
    expect(await counted()).toBe(0);
  });

  it("is readable by nobody directly", async () => {
    for (const actor of ["stranger", "member", "admin", "worker"] as const) {
      await expect(database.as(actor, "select from private.resource_like_counts")).rejects.toMatchObject({
        code: denied,
      });
    }
    await like(id, 1);
    await database.sql("grant usage on schema private to anon, authenticated");
    await database.sql("grant all on private.resource_like_counts to anon, authenticated");
    for (const actor of ["stranger", "member", "admin"] as const) {
      expect(await database.as(actor, "select * from private.resource_like_counts")).toEqual([]);
    }
  });
});
