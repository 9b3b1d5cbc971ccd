import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldedWords, partsOf } from "../../../app/features/search/search-words.ts";
import { addEvent, addResource, prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const { sql } = database;

const indexed = () =>
  sql("select to_jsonb(i) as item, i.lexemes::text as lexemes from private.search_items i order by i.kind, i.item_id");

/** Returns the content of an index that is rebuilt from the current tables. */
async function madeAnew() {
  await sql("savepoint fresh");
  await sql("delete from private.search_items");
  await sql(
    `select private.index_event(id) from public.events
     union all select private.index_series(id) from public.series
     union all select private.index_talk(id) from public.talks
     union all select private.index_tab(id) from public.education_tabs
     union all select private.index_resource(id) from public.education_resources
     union all select private.index_article(id) from public.articles
     union all select private.index_issue(id) from public.newsletter_issues`,
  );
  const items = await indexed();
  await sql("rollback to savepoint fresh");
  return items;
}

/** Returns what visitors can open, by kind and key. */
const open = () =>
  sql<{ kind: string; leads_to: string }>(
    `select * from (
       select 'event' as kind, e.key as leads_to from public.events e where e.is_published
       union all select 'series', s.key from public.series s where exists (select from public.events e where e.series_id = s.id and e.is_published)
       union all select 'talk', e.key from public.talks t join public.events e on e.id = t.event_id
         join public.programmes p on p.id = e.id where e.is_published and p.published_at is not null and t.is_announced
       union all select 'resource', '/education?tab=' || t.tab_key from public.education_tabs t where t.is_active
       union all select 'resource', r.url from public.education_resources r join public.education_tabs t using (tab_key)
         where r.is_published and r.deleted_at is null and t.is_active
       union all select 'article', a.slug from private.published_articles('article') a
       union all select 'guide', a.slug from private.published_articles('guide') a
       union all select 'issue', i.slug from public.newsletter_issues i where i.sent_at is not null
     ) visible order by 1, 2`,
  );

const number = fc.integer({ min: 1, max: 3 });
const words = fc.constantFrom("Aloha", "Kāneʻohe. Mai!", "A ledger, and more", "<b>", "%", "🍕 pizza");

/** Changes to one of three rows; `$1` is its number, and `$2` is the text to write. */
const changes: Record<string, string> = {
  "an event is renamed": "update public.events set title = $2, about = $2, recap = $2 where key = 'kai-' || $1",
  "an event is published or taken back":
    "update public.events set is_published = not is_published where key = 'kai-' || $1 and $2 <> ''",
  "an event is moved":
    "update public.events set starts_at = now() + (length($2) - 6) * interval '1 day', date_precision = 'exact' where key = 'kai-' || $1",
  "an event changes its state":
    "update public.events set status = case status when 'scheduled' then 'cancelled' when 'cancelled' then 'postponed' else 'scheduled' end where key = 'kai-' || $1 and $2 <> ''",
  "an event joins a series or leaves it":
    "update public.events set series_id = case when series_id is null then (select s.id from public.series s where s.key = 'kai-' || (1 + length($2) % 3)) end where key = 'kai-' || $1",
  "an event is deleted": "delete from public.events where key = 'kai-' || $1 and $2 = '%'",
  "a series is renamed": "update public.series set name = $2 || key, about = $2 where key = 'kai-' || $1",
  "a series is deleted": "delete from public.series where key = 'kai-' || $1 and $2 = '%'",
  "a program is published or taken back":
    "update public.programmes p set published_at = case when p.published_at is null then now() end from public.events e where e.id = p.id and e.key = 'kai-' || $1 and $2 <> ''",
  "a program is gone":
    "delete from public.programmes p using public.events e where e.id = p.id and e.key = 'kai-' || $1 and $2 = '%'",
  "a talk is renamed":
    "update public.talks t set title = $2, abstract = $2 from public.events e where e.id = t.event_id and e.key = 'kai-' || $1",
  "a talk is announced, or not yet":
    "update public.talks t set is_announced = not t.is_announced from public.events e where e.id = t.event_id and e.key = 'kai-' || $1 and $2 <> ''",
  "a talk moves or is canceled":
    "update public.talks t set starts_at = now() + length($2) * interval '1 day', ends_at = now() + (length($2) + 0.5) * interval '1 day', status = case when $2 = '%' then 'cancelled' else 'scheduled' end from public.events e where e.id = t.event_id and e.key = 'kai-' || $1",
  "a talk is deleted":
    "delete from public.talks t using public.events e where e.id = t.event_id and e.key = 'kai-' || $1 and $2 = '%'",
  "a speaker is renamed":
    "update public.speakers s set name = $2, organization = $2 from public.events e where e.id = s.event_id and e.key = 'kai-' || $1",
  "a speaker is deleted":
    "delete from public.speakers s using public.events e where e.id = s.event_id and e.key = 'kai-' || $1 and $2 = '%'",
  "a talk loses its speakers":
    "delete from public.talk_speakers s using public.events e where e.id = s.event_id and e.key = 'kai-' || $1 and $2 = '%'",
  "a tab is renamed":
    "update public.education_tabs set label = $2, tab_key = 'kai-' || $1 || '-' || length($2) where tab_key like 'kai-' || $1 || '%'",
  "a tab is hidden or shown":
    "update public.education_tabs set is_active = not is_active where tab_key like 'kai-' || $1 || '%' and $2 <> ''",
  "a resource is renamed":
    "update public.education_resources set title = $2, url = 'https://example.org/' || length($2) where display_order = 90 + $1::int",
  "a resource is published or taken back":
    "update public.education_resources set is_published = not is_published where display_order = 90 + $1::int and $2 <> ''",
  "a resource is deleted or brought back":
    "update public.education_resources set deleted_at = case when deleted_at is null then now() end where display_order = 90 + $1::int and $2 <> ''",
  "a resource goes to another tab":
    "update public.education_resources set tab_key = (select t.tab_key from public.education_tabs t where t.tab_key like 'kai-' || (1 + length($2) % 3) || '%') where display_order = 90 + $1::int",
  "a resource is gone for good":
    "delete from public.education_resources where display_order = 90 + $1::int and $2 = '%'",
  "an article is published or unpublished":
    "update public.articles set published_at = case when published_at is null then now() end, published_revision = case when published_at is null then revision end where slug like 'kai-' || $1 || '%' and $2 <> ''",
  "an article gets another address":
    "update public.articles set slug = 'kai-' || $1 || '-' || length($2) where slug like 'kai-' || $1 || '%'",
  "an article goes into the trash or out of it":
    "update public.articles set trashed_at = case when trashed_at is null then now() end where slug like 'kai-' || $1 || '%' and $2 <> ''",
  "an article gets a revision": `with added as (
       insert into public.article_revisions (article_id, number, slug, title, excerpt, markdown, html, outline, words, renderer)
       select a.id, a.revision + 1, a.slug, $2, $2, $2, '<p>' || $2 || '</p>', '[]', 1, 'test' from public.articles a where a.slug like 'kai-' || $1 || '%'
       returning article_id
     )
     update public.articles a set revision = a.revision + 1 from added where a.id = added.article_id`,
  "a text is drawn anew":
    "update public.article_revisions r set html = '<p>' || $2 || '</p>' from public.articles a where a.slug like 'kai-' || $1 || '%' and r.article_id = a.id and r.number = a.revision",
  "an article is deleted": "delete from public.articles where slug like 'kai-' || $1 || '%' and $2 = '%'",
  "an issue is sent":
    "update public.newsletter_issues set sent_at = now(), recipients = 0 where slug = 'kai-' || $1 and $2 <> ''",
  "an issue is deleted":
    "delete from public.newsletter_issues where slug = 'kai-' || $1 and sent_at is null and $2 = '%'",
};

async function prepare() {
  await sql("savepoint start");
  for (const key of ["kai-1", "kai-2", "kai-3"]) {
    await addEvent(database, key, key !== "kai-3");
    await sql("insert into public.series (key, name) values ($1::text, $1)", key);
    await sql(
      `with programme as (insert into public.programmes (id, published_at) select id, now() from public.events where key = $1 returning id),
         talk as (insert into public.talks (event_id, title) select id, $1 from programme returning id, event_id),
         speaker as (insert into public.speakers (event_id, name) select id, $1 from programme returning id)
       insert into public.talk_speakers (talk_id, speaker_id, event_id, position) select t.id, s.id, t.event_id, 1 from talk t, speaker s`,
      key,
    );
    await sql(
      "insert into public.education_tabs (tab_key, label, is_active) values ($1::text, $1, $1 <> 'kai-3')",
      key,
    );
    await addResource(database, { tab: key, title: key, order: 90 + Number(key.at(-1)) });
    await sql(
      `with added as (
         insert into public.articles (kind, slug, revision, published_revision, published_at)
         values (case when $1 = 'kai-1' then 'guide' else 'article' end, $1, 1, 1, now()) returning id
       )
       insert into public.article_revisions (article_id, number, slug, title, excerpt, markdown, html, outline, words, renderer)
       select id, 1, $1::text, $1, 'About it.', 'Aloha', '<p>Aloha</p>', '[]', 1, 'test' from added`,
      key,
    );
    await sql(
      `insert into public.newsletter_issues (slug, subject, markdown, html, renderer, scheduled_at, letter)
       values ($1::text, $1, 'Aloha', '<p>Aloha</p>', 'test', now(), '{}')`,
      key,
    );
  }
}

describe("the index", () => {
  it("equals a rebuilt index after any changes, and has exactly what visitors can open", async () => {
    const change = fc.record({ what: fc.constantFrom(...Object.keys(changes)), which: number, text: words });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (steps) => {
        await prepare();
        try {
          for (const { what, which, text } of steps)
            await database.attempt(changes[what] ?? "", String(which), text).catch(ignoreRefused);
          expect(await indexed()).toEqual(await madeAnew());
          expect(await sql("select kind, leads_to from private.search_items order by 1, 2")).toEqual(await open());
        } finally {
          await sql("rollback to savepoint start");
        }
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it("is tested with changes that each affect an existing row", async () => {
    await prepare();
    for (const [what, change] of Object.entries(changes)) {
      await sql("savepoint one");
      expect(await sql(`${change} returning 1`, "1", "%"), what).toHaveLength(1);
      await sql("rollback to savepoint one");
    }
  });
});

/** Ignores refusals of the database, such as for a tab that has resources or for a duplicate name. */
function ignoreRefused(error: { code?: string }) {
  if (!["23503", "23505", "23514"].includes(error.code ?? "")) throw error;
}

it("the database folds words like the pages that highlight them", async () => {
  const letters = fc.constantFrom(
    ...("aZ09éÉāĀʻ'‘’ñßẞŁøЖж海ハガ・ｅ½🍕+-.,<\u0301\u00AD\u200D".match(/./gu) ?? []),
    ...["e-mail", "Wi‑Fi", "ERC-20", "Node.js", " "],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { maxLength: 12 }), async (drawn) => {
      const text = drawn.join("");
      const [row] = await sql<{ folded: string }>("select private.fold_words($1) as folded", text);
      const found = (row?.folded ?? "").split(" ").filter(Boolean);
      for (const word of found)
        expect(
          partsOf(text, [word]).some(({ isMatch }) => isMatch),
          word,
        ).toBe(true);
      for (const { text: part, isMatch } of partsOf(text, found))
        if (isMatch) for (const word of foldedWords(part)) expect(found.join(" ")).toContain(word);
    }),
    { numRuns: 300 },
  );
});
