import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { articleRenderer, renderArticle } from "../../../app/features/articles/article-markdown.ts";
import { readingMinutes } from "../../../app/platform/text/reading-time.ts";
import { prepareDatabase, type Row, uniqueViolation } from "./prepared-database.ts";

const database = prepareDatabase();

const page = (kind: string, number = 1, size = 12) =>
  database.call<{ total: number; page: number; articles: Row[]; next_at: string | null }>(
    "worker",
    "public.articles_page($1, $2, $3)",
    kind,
    number,
    size,
  );
const read = (kind: string, slug: string, renderer = articleRenderer) =>
  database.call<Row & { stale?: { revision: number; markdown: string } }>(
    "worker",
    "public.article_page($1, $2, $3)",
    kind,
    slug,
    renderer,
  );

/** An article of one revision. @param at an SQL expression; null for a draft */
async function add(slug: string, at: string | null, fields: { kind?: string; day?: string } = {}): Promise<string> {
  const { kind = "article", day = null } = fields;
  const [row] = await database.sql<{ id: string }>(
    `insert into public.articles (kind, slug, revision, published_revision, published_at)
     values ($1, $2, 1, case when ${at} is not null then 1 end, ${at}) returning id`,
    kind,
    slug,
  );
  await database.sql(
    `insert into public.article_revisions (article_id, number, slug, title, excerpt, shown_on, markdown, html, outline, words, renderer)
     values ($1, 1, $2::text, initcap($2), 'About it.', $3, 'Aloha', '<p>Aloha</p>', '[]', 1, 'test')`,
    row?.id,
    slug,
    day,
  );
  return row?.id ?? "";
}

/** HTML in one spelling: React and the renderer differ in quotation marks and in line breaks between blocks. */
const digestOf = (html: string) => {
  const plain = html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replace(/\n+/g, "\n");
  return createHash("sha256").update(plain.replace(/>\n/g, ">").replace(/\n</g, "<")).digest("hex").slice(0, 16);
};

describe("the texts that the seed has", () => {
  // Kind, slug, minutes, and a digest of its HTML.
  const imported = [
    ["article", "keys-custody-and-common-sense", 4, "f8f6a8506245023e", "Who can move the money"],
    ["article", "reading-the-bitcoin-paper", 4, "3f9897c707a00c71", "Nine pages, twelve sections"],
    ["article", "what-a-ledger-can-do-for-an-island", 4, "f345344391afe75f", "Land records, energy"],
    ["guide", "blockchain-basics", 4, "efbbde4fec81bd18", "What a blockchain is"],
    ["guide", "faqs", 3, "74239cefac28cd8b", "Short answers about"],
    ["guide", "research", 3, "36917f17c50602aa", "How to read research"],
  ] as const;

  it.each(imported)("%s %s has its HTML, its reading time and its excerpt", async (kind, slug, ...had) => {
    const [minutes, digest, excerpt] = had;
    const found = await read(kind, slug);
    expect(digestOf(String(found.html))).toBe(digest);
    expect(readingMinutes(Number(found.words))).toBe(minutes);
    expect(String(found.excerpt)).toMatch(new RegExp(`^${excerpt}`));
    expect(found.stale).toBeNull();
  });

  it.each(imported)("%s %s is what today's renderer makes of its Markdown", async (_, slug) => {
    const [row] = await database.sql<Row & { markdown: string }>(
      "select markdown, html, outline, words from public.article_revisions where slug = $1",
      slug,
    );
    const { markdown, ...kept } = row ?? { markdown: "" };
    expect(renderArticle(markdown)).toEqual(kept);
  });

  it.each(imported)("%s %s writes Hawaiʻi and Oʻahu with the ʻokina", async (_, slug) => {
    const [row] = await database.sql("select markdown from public.article_revisions where slug = $1", slug);
    expect(row?.markdown).not.toMatch(/\b(Hawaii|Oahu|Hawai['’‘]i|O['’‘]ahu)\b(?!-)/);
  });

  it("keep their dates, their order and the ids of their headings", async () => {
    const { articles } = await page("article");
    expect(articles.map(({ slug, date }) => [slug, date])).toEqual([
      ["what-a-ledger-can-do-for-an-island", "2026-09-12"],
      ["keys-custody-and-common-sense", "2026-06-20"],
      ["reading-the-bitcoin-paper", "2026-03-14"],
    ]);
    const { outline } = await read("guide", "faqs");
    expect(outline).toContainEqual({ id: "what-is-bitcoin-pizza-day", text: "What is Bitcoin Pizza Day?" });
  });
});

describe("what visitors read", () => {
  it("is published and due: neither drafts nor what is scheduled or in the trash", async () => {
    await add("draft", null);
    await add("scheduled", "now() + interval '1 minute'");
    const trashed = await add("trashed", "now()");
    await database.sql("update public.articles set trashed_at = now() where id = $1", trashed);
    await add("due", "now()");
    for (const slug of ["draft", "scheduled", "trashed", "none"]) expect(await read("article", slug), slug).toEqual({});
    expect(await read("article", "due")).toMatchObject({ title: "Due", html: "<p>Aloha</p>" });
    const { articles, next_at } = await page("article");
    expect(articles.map(({ slug }) => slug)).toContain("due");
    expect(articles).toHaveLength(4);
    expect(Date.parse(next_at ?? "") - Date.now()).toBeGreaterThan(50_000);
    expect((await page("guide")).next_at).toBeNull();
  });

  it("is what was scheduled from its minute on", async () => {
    const id = await add("midnight", "now() + interval '1 minute'");
    expect(await read("article", "midnight")).toEqual({});
    await database.sql("update public.articles set published_at = now() where id = $1", id);
    expect(await read("article", "midnight")).toMatchObject({ title: "Midnight" });
  });

  it("has the day of publication in Honolulu, or the one that was chosen", async () => {
    await add("late", "'2026-05-02T09:59:00Z'");
    await add("chosen", "'2026-05-02T09:59:00Z'", { day: "2026-04-01" });
    expect([(await read("article", "late")).date, (await read("article", "chosen")).date]).toEqual([
      "2026-05-01",
      "2026-04-01",
    ]);
  });

  it("comes newest first, twelve a page; a page behind the last is the first", async () => {
    for (let day = 10; day < 30; day += 1) await add(`day-${day}`, `'2026-10-${day}T12:00:00-10:00'`);
    const [first, second, none] = [await page("article"), await page("article", 2), await page("article", 3)];
    expect([first.total, first.articles.length, second.articles.length]).toEqual([23, 12, 11]);
    expect(first.articles[0]?.slug).toBe("day-29");
    expect(second.articles.at(-1)?.slug).toBe("reading-the-bitcoin-paper");
    expect([none.page, none.articles]).toEqual([1, first.articles]);
  });

  it("is rendered anew when its renderer is another one, and only its HTML changes", async () => {
    const { stale } = await read("article", "research", "another");
    expect(stale, "a guide is no article").toBeUndefined();
    const guide = await read("guide", "research", "another");
    expect(guide.stale?.markdown).toMatch(/^There is more written/);
    const before = await database.sql("select title, markdown, slug, created_at from public.article_revisions");
    await database.call(
      "worker",
      "public.keep_article_html($1, '<p>New</p>', '[]', 7, 'another')",
      guide.stale?.revision,
    );
    expect(await read("guide", "research", "another")).toMatchObject({ html: "<p>New</p>", words: 7, stale: null });
    const after = await database.sql("select title, markdown, slug, created_at from public.article_revisions");
    expect(after.length).toBe(before.length);
    expect(after).toEqual(expect.arrayContaining(before));
  });
});

describe("an address", () => {
  const rename = (from: string, to: string) =>
    database.sql("update public.articles set slug = $2 where slug = $1", from, to);

  it("that was changed leads to the article in one step, however often it was changed", async () => {
    await add("one", "now()");
    await rename("one", "two");
    await rename("two", "three");
    for (const slug of ["one", "two"]) expect(await read("article", slug)).toEqual({ moved_to: "three" });
    await rename("three", "one");
    expect(await read("article", "one")).toMatchObject({ title: "One" });
    for (const slug of ["two", "three"]) expect(await read("article", slug)).toEqual({ moved_to: "one" });
  });

  it("leads nowhere while its article is not published, and to the article that has it now", async () => {
    const id = await add("old", "now()");
    await rename("old", "new");
    await database.sql("update public.articles set published_at = null, published_revision = null where id = $1", id);
    expect(await read("article", "old")).toEqual({});
    await add("old", "now()");
    expect(await read("article", "old")).toMatchObject({ title: "Old" });
  });

  it("that a draft or the trash has still leads to the article that had it before", async () => {
    await add("old", "now()");
    await rename("old", "new");
    const draft = await add("old", null);
    expect(await read("article", "old")).toEqual({ moved_to: "new" });
    await rename("old", "elsewhere");
    await rename("elsewhere", "old");
    expect(await read("article", "old"), "nobody has read the draft at its address").toEqual({ moved_to: "new" });
    await database.sql("update public.articles set published_at = now(), published_revision = 1 where id = $1", draft);
    expect(await read("article", "old")).toMatchObject({ title: "Old" });
    await database.sql("update public.articles set trashed_at = now() where id = $1", draft);
    expect(await read("article", "old")).toEqual({ moved_to: "new" });
    await rename("new", "newer");
    for (const slug of ["old", "new"]) expect(await read("article", slug)).toEqual({ moved_to: "newer" });
  });

  it("is one article's, and one guide's", async () => {
    await add("both", "now()");
    await add("both", "now()", { kind: "guide" });
    await expect(
      database.attempt("insert into public.articles (kind, slug, revision) values ('article', 'both', 1)"),
    ).rejects.toMatchObject({ code: uniqueViolation });
  });
});

it("the sitemap lists what is published", async () => {
  await add("listed", "'2026-10-01T12:00:00-10:00'");
  await add("unlisted", null);
  const { articles, guides } = await database.call<{ articles: Row[]; guides: string[] }>("worker", "public.sitemap()");
  expect(articles[0]).toEqual({ slug: "listed", date: "2026-10-01", changed_at: null });
  expect(articles).toHaveLength(4);
  expect(guides).toEqual(["blockchain-basics", "faqs", "research"]);
});
