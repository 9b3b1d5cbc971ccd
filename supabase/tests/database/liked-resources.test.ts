import { beforeEach, expect, it } from "vitest";
import { type Actor, addResource, key, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

interface Liked {
  total: number;
  page: number;
  pages: number;
  resources: { title: string; user_has_liked: boolean; likes_count: number }[];
}

const read = (actor: Actor, visitor: string | null, page = 1, size = 24) =>
  database.call<Liked>(actor, "public.liked_resources($1, $2, $3)", visitor, page, size);
const titles = ({ resources }: Liked) => resources.map(({ title }) => title);

let ids: string[];
beforeEach(async () => {
  await database.sql("delete from public.education_resources");
  ids = [];
  for (const title of ["First", "Second", "Third"]) ids.push(await addResource(database, { title }));
  for (const [index, id] of ids.entries()) {
    await database.call("worker", "public.set_like($1, 'like', null, $2, $3)", id, key(1), key(9));
    await database.sql(
      "update public.resource_likes set created_at = now() - make_interval(days => $2) where resource_id = $1",
      id,
      index,
    );
  }
  await database.call("worker", "public.set_like($1, 'like', null, $2, $3)", ids[1], key(2), key(9));
  await database.call("worker", "public.set_like($1, 'like', $2, null, null)", ids[2], database.idOf("member"));
});

it.each([
  ["the cookie that liked, the latest first", "stranger", key(1), ["First", "Second", "Third"]],
  ["another cookie", "stranger", key(2), ["Second"]],
  ["a cookie that liked nothing", "stranger", key(3), []],
  ["the address of a browser that liked with a cookie", "stranger", key(9), []],
  ["nobody in particular", "stranger", null, []],
  ["a person, whatever the cookie", "member", key(1), ["Third"]],
] as const)("shows the resources liked by: %s", async (_, actor, visitor, expected) => {
  const page = await read(actor, visitor);
  expect(titles(page)).toEqual(expected);
  expect(page.total).toBe(expected.length);
  expect(page.resources.every(({ user_has_liked }) => user_has_liked)).toBe(true);
});

it.each([
  ["taken back", "update public.education_resources set is_published = false where id = $1"],
  ["deleted", "update public.education_resources set deleted_at = now() where id = $1"],
])("leaves out a resource that was %s", async (_, change) => {
  await database.sql(change, ids[0]);
  expect(titles(await read("stranger", key(1)))).toEqual(["Second", "Third"]);
});

it("leaves out resources in an inactive tab", async () => {
  await database.sql("update public.education_tabs set is_active = false where tab_key = 'resources'");
  expect(titles(await read("stranger", key(1)))).toEqual([]);
});

it.each([
  [1, 2, 1, ["First", "Second"]],
  [2, 2, 2, ["Third"]],
  [9, 2, 2, ["Third"]],
  [0, 2, 1, ["First", "Second"]],
  [1, 100_000, 1, ["First", "Second", "Third"]],
  [1, 0, 1, ["First"]],
])("page %i with %i per page returns page %i", async (page, size, shown, expected) => {
  const answer = await read("stranger", key(1), page, size);
  expect(answer.page).toBe(shown);
  expect(titles(answer)).toEqual(expected);
});

it("finds the likes of a cookie through an index", async () => {
  await database.sql(
    `insert into public.resource_likes (resource_id, ip_address, visitor_key)
     select $1, repeat('a', 32), lpad(to_hex(n), 32, '0') from generate_series(1000, 3000) n`,
    ids[0],
  );
  await database.sql("analyze public.resource_likes");
  const scans = async () =>
    (await database.sql("select seq_scan from pg_stat_xact_user_tables where relname = 'resource_likes'"))[0]?.seq_scan;
  const before = await scans();
  expect((await read("stranger", key(1))).total).toBe(3);
  expect(await scans()).toBe(before);
});
