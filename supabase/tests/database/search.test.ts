import { describe, expect, it } from "vitest";
import { type Actor, addEvent, addResource, denied, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase({ alone: true });
const { sql } = database;

interface Answer {
  words: string[];
  total: number;
  page: number;
  pages: number;
  kinds: Record<string, number>;
  results: { kind: string; title: string; leads_to: string; sentence: string; details: object }[];
}

const search = (text: string, kind: string | null = null, page: number | null = 1, actor: Actor = "worker") =>
  database.call<Answer>(actor, "public.search($1, $2, $3)", text, kind, page);
const titlesOf = async (text: string, kind: string | null = null) =>
  (await search(text, kind)).results.map(({ title }) => title);

/** @param fields further columns with their values as SQL */
async function event(key: string, fields: Record<string, string>): Promise<string> {
  const id = await addEvent(database, key);
  const set = Object.entries(fields).map(([column, value]) => `${column} = ${value}`);
  await sql(`update public.events set ${set.join(", ")} where id = $1`, id);
  return id;
}

/** Adds an article or a guide with one revision. @param at an SQL expression; null for a draft */
async function article(slug: string, html: string, at = "now()", kind = "article"): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into public.articles (kind, slug, revision, published_revision, published_at)
     values ($1, $2, 1, case when ${at} is not null then 1 end, ${at}) returning id`,
    kind,
    slug,
  );
  await sql(
    `insert into public.article_revisions (article_id, number, slug, title, excerpt, markdown, html, outline, words, renderer)
     values ($1, 1, $2::text, $2, 'About it.', 'Aloha', $3, '[]', 1, 'test')`,
    row?.id,
    slug,
    html,
  );
  return row?.id ?? "";
}

async function issue(slug: string, html: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into public.newsletter_issues (slug, subject, preview_text, markdown, html, renderer, scheduled_at, letter)
     values ($1, 'Aloha', 'What is new.', 'Aloha', $2, 'test', now(), '{}') returning id`,
    slug,
    html,
  );
  return row?.id ?? "";
}

describe("a search on the seeded site", () => {
  it("finds the pizza parties for pizza, and the guide that mentions one", async () => {
    const { total, kinds, results } = await search("pizza");
    expect({ total, kinds }).toEqual({ total: 3, kinds: { event: 2, guide: 1 } });
    expect(results.map(({ leads_to }) => leads_to)).toEqual(["global-pizza-party", "bitcoin", "faqs"]);
    for (const { sentence } of results) expect(sentence).toMatch(/pizza/i);
  });

  it("finds all kinds of items in the seed, and its index has as many as visitors can see", async () => {
    const { kinds } = await search("blockchain");
    expect(Object.keys(kinds).sort()).toEqual(expect.arrayContaining(["article", "event", "guide", "resource"]));
    const [there] = await sql(
      `select (select count(*) from public.events where is_published)
         + (select count(*) from public.education_resources r join public.education_tabs t using (tab_key)
            where r.is_published and r.deleted_at is null and t.is_active)
         + (select count(*) from public.education_tabs where is_active)
         + (select count(*) from private.published_articles('article')) + (select count(*) from private.published_articles('guide'))
         + (select count(*) from public.newsletter_issues where sent_at is not null)
         + (select count(*) from public.series s where exists (select from public.events e where e.series_id = s.id and e.is_published)) as visible,
         (select count(*) from private.search_items) as indexed`,
    );
    expect(there?.indexed).toEqual(there?.visible);
  });
});

describe("words", () => {
  it.each(["Kāneʻohe", "kaneohe", "KĀNE‘OHE", "Kane'ohe", "kāne`ohe", "Ka\u0304neʻohe", "Kāne\u00ADʻohe"])(
    "are folded: %s finds Kāneʻohe",
    async (typed) => {
      await event("kai", { title: "'An evening in Kāneʻohe Xyz'" });
      expect(await titlesOf(`${typed} xyz`)).toEqual(["An evening in Kāneʻohe Xyz"]);
    },
  );

  it("are found with accents and without, in other scripts, and as emoji", async () => {
    await addResource(database, { title: "Café Zürich", description: "Блокчейн 区块链入门 🍕." });
    for (const typed of ["cafe zurich", "CAFÉ", "блокчейн", "区块链", "入门", "🍕"])
      expect(await titlesOf(typed), typed).toContain("Café Zürich");
  });

  it.each([
    ["日曜日にハワイのブロックチェーン勉強会を開きます。", ["ブロックチェーン", "勉強", "ﾊﾜｲ", "会", "ハワイ 開き"]],
    ["在檀香山学习区块链技术。", ["区块链", "学习"]],
    ["Web3入門", ["web3", "入門", "Web3入門"]],
    ["Straße, Łódź and Ørsted", ["strasse", "STRAẞE", "lodz", "orsted", "Ørsted"]],
    ["ｌｅｉｌａｎｉ", ["leilani", "ＬＥＩＬＡＮＩ"]],
    ["Leilani", ["ｌｅｉｌａｎｉ"]],
    ["Free Wi-Fi", ["wifi", "Wi-Fi", "wi fi"]],
    ["Free wifi", ["wi-fi"]],
    ["Send an e-mail", ["email", "e-mail"]],
    ["Send an email", ["e-mail"]],
    ["An ERC-20 token", ["erc20", "ERC-20", "erc"]],
    ["Written in Node.js", ["nodejs", "node.js", "node"]],
    ["Add ½ cup", ["½"]],
  ])("of the text %s are found however they are typed", async (text, asked) => {
    await article("essay", `<p>Quokka. ${text}</p>`);
    for (const typed of asked) expect(await titlesOf(`quokka ${typed}`), typed).toEqual(["essay"]);
  });

  it("are found in Japanese only where their letters follow each other, and with the sentence that has them", async () => {
    await article("essay", "<p>最初の文です。次はハワイの勉強会。「終わり。」おしまい</p>");
    expect(await titlesOf("強勉")).toEqual([]);
    expect(await titlesOf("ハイワ")).toEqual([]);
    const [found] = (await search("勉強")).results;
    expect(found?.sentence).toBe("次はハワイの勉強会。");
  });

  it("must all occur, except for stop words", async () => {
    await event("one", { title: "'The quokka party'", summary: "'By the sea.'" });
    await event("other", { title: "'Quokka watching'", summary: "'In the hills.'" });
    expect(await titlesOf("quokka party")).toEqual(["The quokka party"]);
    expect(await titlesOf("a quokka at the sea")).toEqual(["The quokka party"]);
    expect(await titlesOf("quokka mountains")).toEqual([]);
    expect((await search("the")).words).toEqual(["the"]);
  });

  it.each([
    "%",
    "%%%",
    "'",
    '"',
    "\\",
    "\\'",
    "' or 1=1 --",
    "!!",
    "&|!()",
    ":*",
    "=~",
    "\u0301",
    "ʻ",
    " ",
    "",
    "<->",
    "\u200B",
  ])("contain only letters and digits, and without any nothing is found: %j", async (typed) => {
    const { total, words, page, pages } = await search(typed);
    if (words.length === 0) expect({ total, page, pages }).toEqual({ total: 0, page: 1, pages: 1 });
    expect(words.join("")).toMatch(/^[a-z0-9]*$/);
  });

  it("can be many and long, with 12 of them used at most", async () => {
    await addResource(database, { title: "w".repeat(190), description: "About it." });
    expect(await titlesOf("w".repeat(500))).toEqual(["w".repeat(190)]);
    expect((await search("ab ".repeat(170))).words).toEqual(["ab"]);
    const many = Array.from({ length: 60 }, (_, index) => `k${index}`).join(" ");
    expect((await search(many)).words).toHaveLength(12);
    expect((await search("🤙".repeat(500))).total).toBe(0);
  });
});

describe("search results", () => {
  it("put whole words before parts, title before text, and upcoming before past events, with the nearest first", async () => {
    const days = (number: number) => ({ starts_at: `now() + ${number} * interval '1 day'`, date_precision: "'exact'" });
    await event("a", { title: "'Text part'", summary: "'Quokkas.'", ...days(1) });
    await event("b", { title: "'Text whole'", about: "'Of a quokka we speak.'", ...days(2) });
    await event("c", { title: "'Title part: quokkas'", ...days(3) });
    await event("d", { title: "'Title, long past: quokka'", ...days(-90) });
    await event("e", { title: "'Title, past: quokka'", ...days(-9) });
    await event("f", { title: "'Title, far ahead: quokka'", ...days(90) });
    await event("g", { title: "'Title, ahead: quokka'", ...days(9) });
    await event("h", { title: "'Title, canceled: quokka'", status: "'cancelled'", ...days(5) });
    await event("i", { title: "'Title, no date: quokka'" });
    await event("j", { title: "'Title, postponed: quokka'", ...days(-5), status: "'postponed'" });
    expect(await titlesOf("quokka")).toEqual([
      "Title, postponed: quokka",
      "Title, ahead: quokka",
      "Title, far ahead: quokka",
      "Title, no date: quokka",
      "Title, canceled: quokka",
      "Title, past: quokka",
      "Title, long past: quokka",
      "Text whole",
      "Title part: quokkas",
      "Text part",
    ]);
  });

  it("match any part of words in title and summary, but only beginnings in the text or with two letters", async () => {
    await addResource(database, { title: "Superquokkaland", description: "Antidisestablishment." });
    await event("text", { title: "'Plain'", about: "'Then zygomorphic flowers.'" });
    for (const typed of ["quokka", "superquo", "kaland", "establish"])
      expect(await titlesOf(typed), typed).toEqual(["Superquokkaland"]);
    expect(await titlesOf("zygom")).toEqual(["Plain"]);
    expect(await titlesOf("morphic")).toEqual([]);
    expect(await titlesOf("zy")).toEqual(["Plain"]);
    expect(await titlesOf("kk")).not.toContain("Superquokkaland");
  });

  it("show the sentence that has the most of the words", async () => {
    await article(
      "essay",
      "<p>First a quokka.</p><p>Then, on p. 3, an emu &amp; a quokka: “A &lt;b&gt;.” More.</p><ul><li>Tea</li></ul>",
    );
    const [found] = (await search("quokka emu", "article")).results;
    expect(found?.sentence).toBe("3, an emu & a quokka: “A <b>.”");
    expect((await search("essay", "article")).results[0]?.sentence).toBe("About it.");
  });

  it("have 20 items a page, and stay on the first or last page for a number out of range", async () => {
    for (let number = 1; number <= 41; number += 1)
      await addResource(database, { title: `Quokka ${String(number).padStart(2, "0")}` });
    await event("kai", { title: "'Quokka evening'" });
    const seen = [];
    for (const page of [1, 2, 3]) {
      const answer = await search("quokka", null, page);
      expect(answer).toMatchObject({ total: 42, page, pages: 3, kinds: { resource: 41, event: 1 } });
      seen.push(...answer.results.map(({ title }) => title));
    }
    expect(new Set(seen).size).toBe(42);
    for (const page of [4, 9999]) expect(await search("quokka", null, page)).toMatchObject({ page: 3 });
    for (const page of [0, -5, null]) expect(await search("quokka", null, page)).toMatchObject({ page: 1 });
    expect(await search("quokka", "event")).toMatchObject({ total: 1, pages: 1, kinds: { resource: 41, event: 1 } });
    expect(await search("quokka", "nothing")).toMatchObject({
      total: 0,
      results: [],
      kinds: { resource: 41, event: 1 },
    });
  });
});

describe("a search", () => {
  it("does not find draft and deleted events, or a recap before its event is over", async () => {
    const id = await event("kai", {
      title: "'Quokka'",
      recap: "'Numbats came.'",
      starts_at: "now() + interval '1 day'",
      date_precision: "'exact'",
    });
    expect(await titlesOf("quokka")).toEqual(["Quokka"]);
    expect(await titlesOf("numbats")).toEqual([]);
    await sql("update public.events set starts_at = now() - interval '2 days' where id = $1", id);
    expect(await titlesOf("numbats")).toEqual(["Quokka"]);
    await sql("update public.events set is_published = false where id = $1", id);
    expect(await titlesOf("quokka")).toEqual([]);
    await sql("update public.events set is_published = true, title = 'Numbat' where id = $1", id);
    expect(await titlesOf("quokka")).toEqual([]);
    await sql("delete from public.events where id = $1", id);
    expect(await titlesOf("numbat")).toEqual([]);
  });

  it("does not find series without a published edition", async () => {
    await sql("insert into public.series (key, name, about) values ('evenings', 'Quokka evenings', 'By the sea.')");
    expect(await titlesOf("quokka")).toEqual([]);
    const id = await event("kai", { series_id: "(select id from public.series where key = 'evenings')" });
    expect((await search("quokka")).results).toMatchObject([
      { kind: "series", leads_to: "evenings", title: "Quokka evenings" },
    ]);
    await sql("update public.series set name = 'Numbat evenings' where key = 'evenings'");
    expect(await titlesOf("quokka")).toEqual([]);
    expect(await titlesOf("numbat")).toEqual(["Numbat evenings"]);
    await sql("update public.events set is_published = false where id = $1", id);
    expect(await titlesOf("numbat")).toEqual([]);
    await sql("update public.events set is_published = true where id = $1", id);
    await sql("delete from public.series where key = 'evenings'");
    expect(await titlesOf("numbat")).toEqual([]);
  });

  it("does not find draft and deleted resources, or hidden tabs and their resources", async () => {
    await sql("insert into public.education_tabs (tab_key, label) values ('marsupials', 'Marsupials')");
    const id = await addResource(database, { tab: "marsupials", title: "Quokka" });
    expect((await search("marsupials")).results).toMatchObject([
      { kind: "resource", leads_to: "/education?tab=marsupials" },
    ]);
    for (const [change, isFound] of [
      ["is_published = false", false],
      ["is_published = true", true],
      ["deleted_at = now()", false],
      ["deleted_at = null", true],
    ] as const) {
      await sql(`update public.education_resources set ${change} where id = $1`, id);
      expect((await titlesOf("quokka")).length > 0, change).toBe(isFound);
    }
    await sql("update public.education_tabs set tab_key = 'pouches', is_active = false where tab_key = 'marsupials'");
    expect([await titlesOf("quokka"), await titlesOf("marsupials")]).toEqual([[], []]);
    await sql("update public.education_tabs set is_active = true where tab_key = 'pouches'");
    expect(await titlesOf("quokka")).toEqual(["Quokka"]);
    expect((await search("marsupials")).results).toMatchObject([{ leads_to: "/education?tab=pouches" }]);
  });

  it("does not find draft, scheduled and trashed articles, or unpublished revisions", async () => {
    const id = await article("essay", "<p>Quokka.</p>", "null::timestamptz");
    expect(await titlesOf("quokka")).toEqual([]);
    const change = (set: string) => sql(`update public.articles set ${set} where id = $1`, id);
    await change("published_revision = 1, published_at = now() + interval '1 hour'");
    expect(await titlesOf("quokka")).toEqual([]);
    expect((await search("quokka")).kinds).toEqual({});
    await change("published_at = now()");
    expect(await titlesOf("quokka")).toEqual(["essay"]);
    await sql(
      `insert into public.article_revisions (article_id, number, slug, title, excerpt, markdown, html, outline, words, renderer)
       values ($1, 2, 'essay', 'Numbats', 'About them.', 'Numbats', '', '[]', 1, 'none')`,
      id,
    );
    await change("revision = 2");
    expect(await titlesOf("numbats")).toEqual([]);
    await change("published_revision = 2, slug = 'numbats'");
    expect((await search("numbats")).results).toMatchObject([
      { kind: "article", leads_to: "numbats", sentence: "About them." },
    ]);
    expect(await titlesOf("quokka")).toEqual([]);
    await database.call(
      "worker",
      "public.keep_drawn_article($1, 'Numbats', '<p>Eat termites.</p>', '[]', 2, 'test')",
      id,
    );
    expect(await titlesOf("termites")).toEqual(["Numbats"]);
    await change("trashed_at = now()");
    expect(await titlesOf("numbats")).toEqual([]);
    await change("trashed_at = null");
    expect(await titlesOf("numbats")).toEqual(["Numbats"]);
    await sql("delete from public.articles where id = $1", id);
    expect(await titlesOf("numbats")).toEqual([]);
    await article("a-guide", "<p>Quokka.</p>", "now()", "guide");
    expect((await search("quokka")).results).toMatchObject([{ kind: "guide", leads_to: "a-guide" }]);
  });

  it("does not find issues that are not yet sent", async () => {
    const id = await issue("aloha", "<p>Quokka.</p>");
    expect(await titlesOf("quokka")).toEqual([]);
    await sql("update public.newsletter_issues set sent_at = now(), recipients = 0 where id = $1", id);
    expect((await search("quokka")).results).toMatchObject([{ kind: "issue", leads_to: "aloha", title: "Aloha" }]);
  });

  it("does not find co-hosts, authors and change notes", async () => {
    await event("kai", { co_hosts: `'[{"name": "Quokka Hui"}]'` });
    const id = await article("essay", "<p>Aloha.</p>");
    await sql("update public.article_revisions set author = 'Quokka Kealoha' where article_id = $1", id);
    await sql("update public.articles set change_note = 'Quokka', changed_at = now() where id = $1", id);
    expect((await search("quokka")).total).toBe(0);
  });
});

it("search is only for the secret key, and no role can read its index", async () => {
  for (const actor of ["stranger", "member", "admin"] as const)
    await expect(search("pizza", null, 1, actor)).rejects.toMatchObject({ code: denied });
  for (const actor of ["stranger", "member", "admin", "worker"] as const)
    await expect(database.as(actor, "select from private.search_items")).rejects.toMatchObject({ code: denied });
});

it("a search reads little more than the rows that it finds, and never scans the whole index", async () => {
  await sql(
    `insert into public.education_resources (tab_key, title, description, url, is_published)
     select 'resources', case when n % 500 = 0 then 'Quokka' else 'Work' end, 'A numbat, number ' || n, 'https://example.org/' || n, true
     from generate_series(1, 2000) n`,
  );
  await sql("analyze private.search_items");
  const readSoFar = async () => {
    const [row] = await sql<{ scans: number; rows: number }>(
      "select seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables where relname = 'search_items'",
    );
    return row ?? { scans: Number.NaN, rows: Number.NaN };
  };
  const before = await readSoFar();
  for (const [typed, total, read] of [
    ["quokka", 4, 8],
    ["uokk", 4, 8],
    ["nothinglikeit", 0, 0],
    ["numbat", 2000, 2020],
    ["numba", 2000, 2020],
  ] as const) {
    const { rows } = await readSoFar();
    expect((await search(typed)).total, typed).toBe(total);
    expect((await readSoFar()).rows - rows, typed).toBeLessThanOrEqual(read);
  }
  expect((await readSoFar()).scans).toBe(before.scans);
});
