import { beforeEach, describe, expect, it } from "vitest";
import { type Actor, addResource, key, prepareDatabase } from "./prepared-database.ts";

interface Page {
  tabs: { tab_key: string; label: string }[];
  tab: string | null;
  total: number;
  page: number;
  pages: number;
  resources: Record<string, unknown>[];
}

const database = prepareDatabase();

function read(
  asked: {
    tab?: string | null;
    search?: string | null;
    page?: number | null;
    visitor?: string;
    address?: string;
    sort?: string | null;
    tag?: string | null;
  } = {},
  actor: Actor = "stranger",
) {
  const { tab = "resources", search = "", page = 1, visitor, address, sort = "order", tag = "" } = asked;
  const values = [tab, search, page, visitor ?? null, address ?? null, sort, tag];
  return database.call<Page>(actor, "public.education_page($1, $2, $3, $4, $5, $6, $7)", ...values);
}

const titles = (page: Page) => page.resources.map(({ title }) => title);

beforeEach(async () => {
  await database.sql("delete from public.education_resources");
  await database.sql("delete from public.education_tabs");
  await database.sql(
    `insert into public.education_tabs (tab_key, label, is_active, display_order) values
       ('media', 'Media', true, 2), ('resources', 'Resources', true, 3), ('courses', 'Courses', true, 1), ('archive', 'Archive', false, 0)`,
  );
});

describe("tabs", () => {
  it("list the active ones in display order, with key and label", async () => {
    expect((await read()).tabs).toEqual([
      { tab_key: "courses", label: "Courses" },
      { tab_key: "media", label: "Media" },
      { tab_key: "resources", label: "Resources" },
    ]);
  });

  it.each([
    ["media", "media"],
    ["archive", "resources"],
    ["no-such-tab", "resources"],
    ["", "resources"],
    [null, "resources"],
  ])("requested as %s show %s", async (asked, shown) => {
    expect((await read({ tab: asked })).tab).toBe(shown);
  });

  it("default to the first active one if resources is not active", async () => {
    await database.sql("update public.education_tabs set is_active = false where tab_key = 'resources'");
    expect((await read()).tab).toBe("courses");
    expect((await read({ tab: "media" })).tab).toBe("media");
  });

  it("leave the page empty if none is active", async () => {
    await database.sql("update public.education_tabs set is_active = false");
    expect(await read()).toEqual({ tabs: [], renamed: {}, tab: null, total: 0, page: 1, pages: 1, resources: [] });
  });

  it("default to page 1 of resources when all arguments are omitted", async () => {
    expect(await database.call<Page>("stranger", "public.education_page()")).toMatchObject({
      tab: "resources",
      page: 1,
    });
  });
});

describe("the resources", () => {
  it("are the published ones of the tab, each with only the fields of a card", async () => {
    const id = await addResource(database, { title: "Shown" });
    await addResource(database, { title: "Draft", published: false });
    await addResource(database, { title: "Elsewhere", tab: "media" });
    expect(await read()).toMatchObject({ total: 1, page: 1, pages: 1 });
    expect((await read()).resources).toEqual([
      {
        id,
        tab_key: "resources",
        title: "Shown",
        description: "About it.",
        url: "https://example.org/",
        icon_name: "BookOpen",
        resource_type: "resource_card",
        tags: [],
        likes_count: 0,
        user_has_liked: false,
        is_gone: false,
      },
    ]);
  });

  it("are sorted by display order, then title", async () => {
    await addResource(database, { title: "Third", order: 2 });
    await addResource(database, { title: "Second", order: 1 });
    await addResource(database, { title: "First", order: 1 });
    expect(titles(await read())).toEqual(["First", "Second", "Third"]);
  });

  it.each([
    [1, 1, 24],
    [2, 2, 24],
    [3, 3, 2],
    [4, 3, 2],
    [2147483647, 3, 2],
    [0, 1, 24],
    [-2147483648, 1, 24],
    [null, 1, 24],
  ])("are 24 a page: with 50 in all, a request for page %s returns page %i with %i", async (asked, page, length) => {
    for (let order = 1; order <= 50; order++) await addResource(database, { title: `Number ${order}`, order });
    const answer = await read({ page: asked });
    expect(answer).toMatchObject({ page, pages: 3, total: 50 });
    expect(answer.resources).toHaveLength(length);
    expect(answer.resources[0]?.title).toBe(`Number ${(page - 1) * 24 + 1}`);
  });

  it("fit on one page if there are 24", async () => {
    for (let order = 1; order <= 24; order++) await addResource(database, { order });
    expect(await read({ page: 2 })).toMatchObject({ page: 1, pages: 1, total: 24 });
  });
});

describe("a search", () => {
  beforeEach(async () => {
    await addResource(database, { title: "Hawaiʻi and the ledger", description: "Kūkākūkā: a discussion." });
    await addResource(database, {
      title: "Wallets",
      description: "100 % custody, snake_case and C:\\path",
      tab: "media",
    });
    await addResource(database, { title: "Hawaiʻi draft", published: false });
    await addResource(database, { title: "Hawaiʻi in the archive", tab: "archive" });
  });

  it.each([
    "Hawaiʻi",
    "hawaii",
    "HAWAII",
    "Hawai'i",
    "Hawai’i",
    "Hawai‘i",
    "Hawai`i",
    "Hawaiʼi",
    "kukakuka",
    "KŪKĀKŪKĀ",
    "Ku\u0304kākūkā",
  ])("ignores case, kahakō and ʻokina: %s", async (search) => {
    expect(titles(await read({ search }))).toEqual(["Hawaiʻi and the ledger"]);
  });

  it("covers titles and descriptions in all active tabs, and keeps the requested tab", async () => {
    const page = await read({ tab: "courses", search: "custody" });
    expect(titles(page)).toEqual(["Wallets"]);
    expect(page).toMatchObject({ tab: "courses", total: 1 });
  });

  it("requires every word, in any order", async () => {
    expect(titles(await read({ search: "  ledger   hawaii " }))).toEqual(["Hawaiʻi and the ledger"]);
    expect(titles(await read({ search: "ledger custody" }))).toEqual([]);
  });

  it.each(["%", "snake_case", "c:\\path"])("matches wildcards literally: %s", async (search) => {
    expect(titles(await read({ search }))).toEqual(["Wallets"]);
  });

  it.each(["h%i", "hawai_", "\\", "'; drop table public.events; --"])(
    "does not treat special characters as a pattern: %s",
    async (search) => {
      expect(titles(await read({ search }))).not.toContain("Hawaiʻi and the ledger");
    },
  );

  it.each(["", "   ", null])("is ignored when blank: %j", async (search) => {
    expect(await read({ tab: "media", search })).toMatchObject({ tab: "media", total: 1 });
  });

  it("returns one empty page when nothing matches", async () => {
    expect(await read({ search: "nothing of the kind", page: 9 })).toMatchObject({
      total: 0,
      page: 1,
      pages: 1,
      resources: [],
    });
  });

  it("accepts a text of 10,000 words", async () => {
    expect(await read({ search: "ledger ".repeat(10_000) })).toMatchObject({ total: 1 });
  });
});

describe("sorting", () => {
  beforeEach(async () => {
    for (const [place, title] of ["First", "Second", "Third"].entries()) {
      const id = await addResource(database, { title, order: place });
      await database.sql(
        "update public.education_resources set created_at = now() - make_interval(days => $2) where id = $1",
        id,
        title === "Second" ? 1 : 2,
      );
      for (let visitor = 1; visitor <= place; visitor++)
        await database.call("worker", "public.set_like($1, 'like', null, $2, $3)", id, key(visitor), key(9));
    }
    await addResource(database, { title: "Draft", published: false });
    await addResource(database, { title: "Elsewhere", tab: "media" });
  });

  it.each([
    ["order", ["First", "Second", "Third"]],
    ["newest", ["Second", "First", "Third"]],
    ["liked", ["Third", "Second", "First"]],
    ["made-up", ["First", "Second", "Third"]],
    [null, ["First", "Second", "Third"]],
  ])("by %s covers only the tab, with ties in display order", async (sort, expected) => {
    expect(titles(await read({ sort }))).toEqual(expected);
  });

  it("applies to search results too", async () => {
    expect(titles(await read({ tab: "media", search: "about", sort: "liked" }))).toEqual([
      "Third",
      "Second",
      "First",
      "Elsewhere",
    ]);
  });

  it("applies across pages", async () => {
    for (let order = 1; order <= 30; order++) await addResource(database, { title: `Number ${order}`, order });
    expect(await read({ sort: "liked", page: 2 })).toMatchObject({ total: 33, page: 2, pages: 2 });
    expect(titles(await read({ sort: "liked", page: 9 }))).toHaveLength(9);
  });
});

describe("tags", () => {
  const tagged = async (fields: Parameters<typeof addResource>[1], tags: string[]) => {
    const id = await addResource(database, fields);
    await database.sql("update public.education_resources set tags = $2 where id = $1", id, tags);
  };
  beforeEach(async () => {
    await tagged({ title: "Coins" }, ["Bitcoin", "ʻŌlelo Hawaiʻi"]);
    await tagged({ title: "Pictures" }, ["NFT"]);
    await tagged({ title: "Films", tab: "media" }, ["nft"]);
    await tagged({ title: "Draft", published: false }, ["NFT"]);
  });

  it.each([
    ["NFT", ["Pictures"]],
    ["nft", ["Pictures"]],
    [" Nft ", ["Pictures"]],
    ["olelo hawaii", ["Coins"]],
    ["Hawaii", []],
    ["NF", []],
    ["%", []],
    ["", ["Coins", "Pictures"]],
    [null, ["Coins", "Pictures"]],
  ])("filter the tab by %j, ignoring case, outer spaces and diacritics", async (tag, expected) => {
    expect(titles(await read({ tag }))).toEqual(expected);
  });

  it("combine with sorting and with a search of all tabs", async () => {
    expect(titles(await read({ tag: "nft", sort: "newest" }))).toEqual(["Pictures"]);
    expect(titles(await read({ tag: "nft", search: "about" }))).toEqual(["Films", "Pictures"]);
    expect(titles(await read({ tag: "nft", search: "coins" }))).toEqual([]);
  });

  it("are returned as written, in their stored order", async () => {
    expect((await read()).resources[0]).toMatchObject({ tags: ["Bitcoin", "ʻŌlelo Hawaiʻi"] });
  });

  it.each([
    [["a", "b", "c", "d", "e", "f"], true],
    [["a", "b", "c", "d", "e", "f", "g"], false],
    [["NFT", "nft"], false],
    [[""], false],
    [[" a"], false],
    [["a,b"], false],
    [["a\nb"], false],
    [["x".repeat(30)], true],
    [["x".repeat(31)], false],
  ])("%j are valid only if they are at most six, distinct and well formed", async (tags, isTaken) => {
    const [row] = await database.sql("select public.are_tags($1) as is_taken", tags);
    expect(row?.is_taken).toBe(isTaken);
  });
});

describe("likes", () => {
  let id: string;
  beforeEach(async () => {
    id = await addResource(database);
    const like = (user: string | null, visitor: string | null, address: string) =>
      database.call("worker", "public.set_like($1, 'like', $2, $3, $4)", id, user, visitor, address);
    await like(database.idOf("member"), null, key(9));
    await like(null, key(1), key(9));
    await like(null, null, key(8));
  });

  it.each([
    ["nobody in particular", {}, "stranger", false],
    ["the cookie that liked", { visitor: key(1), address: key(5) }, "stranger", true],
    ["another cookie, even at an address that liked", { visitor: key(2), address: key(8) }, "stranger", false],
    ["the address that liked without a cookie", { address: key(8) }, "stranger", true],
    ["an address where only a browser with a cookie liked", { address: key(9) }, "stranger", false],
    ["the person who liked", {}, "member", true],
    ["a person who did not, whatever the cookie", { visitor: key(1), address: key(8) }, "admin", false],
  ] as const)("count for everyone, and are the visitor's own or not for: %s", async (_, who, actor, liked) => {
    const [resource] = (await read(who, actor)).resources;
    expect(resource).toMatchObject({ likes_count: 3, user_has_liked: liked });
  });

  it("match no key that is not a digest", async () => {
    for (const value of ["", "%", "null", key(1).slice(1)]) {
      expect((await read({ visitor: value })).resources[0]).toMatchObject({ user_has_liked: false });
      expect((await read({ address: value })).resources[0]).toMatchObject({ user_has_liked: false });
    }
  });
});

it("reads one page of resources without a sequential scan of the likes", async () => {
  await database.sql(
    `insert into public.education_resources (tab_key, title, description, url, is_published, display_order)
     select 'media', 'Number ' || n, 'About it.', 'https://example.org/', true, n from generate_series(1, 200) n`,
  );
  await database.sql(
    `insert into public.resource_likes (resource_id, ip_address, visitor_key)
     select r.id, repeat('a', 32), lpad(to_hex(n), 32, '0') from public.education_resources r, generate_series(1, 50) n`,
  );
  await database.sql("analyze public.resource_likes");
  const scans = async () =>
    (await database.sql("select seq_scan from pg_stat_xact_user_tables where relname = 'resource_likes'"))[0]?.seq_scan;
  const before = await scans();
  const page = await read({ tab: "media", visitor: key(1), address: key(2) });
  expect(page.resources.every(({ likes_count, user_has_liked }) => likes_count === 50 && user_has_liked)).toBe(true);
  expect(await scans()).toBe(before);
});
