import type postgres from "postgres";

type Connection = postgres.Sql;

/**
 * SQL for random words from a vocabulary of 20,000, with common ones more frequent. @param seed SQL that differs for
 * each text
 */
const someWords = (count: number, seed: string) =>
  `(select string_agg(translate(substr(md5((20000 * power(random(), 3))::int::text), 1, 3 + n % 6), '0123456789', 'ghijklmnop') || case n % 12 when 0 then '.' else '' end, ' ')
    from generate_series(1, ${count}) n where ${seed} is not null)`;

/**
 * Fills a new database with 10,000 items that visitors can find: 4,000 events, 4,000 resources, 1,900 articles of 800
 * words, 100 newsletter issues. Each has the word ledger in its text; one in ten has workshop in its title, one in a
 * thousand quorum.
 */
export async function fillSearch(sql: Connection): Promise<void> {
  await sql`delete from public.events`;
  await sql`delete from public.education_resources`;
  await sql`delete from public.articles`;
  await sql`delete from public.newsletter_issues`;
  const title = "case n % 10 when 0 then 'Workshop ' else '' end || case n % 1000 when 7 then 'quorum ' else '' end";
  await sql.unsafe(`
    insert into public.events (key, title, place, summary, about, date_precision, starts_at, is_published)
    select 'event-' || e.n, left(initcap(${someWords(4, "e.n")}) || ' ' || e.title, 190), 'A hall in Honolulu', left('An evening about a ledger. ' || ${someWords(25, "e.n")}, 480),
      ${someWords(150, "e.n")}, 'exact', now() + (2000 - e.n) * interval '1 day', true
    from (select n, ${title} as title from generate_series(1, 4000) n) e`);
  await sql.unsafe(`
    insert into public.education_resources (tab_key, title, description, url, is_published, display_order)
    select 'resources', e.title || ${someWords(4, "e.n")}, 'How a ledger works. ' || ${someWords(30, "e.n")}, 'https://example.org/' || e.n, true, e.n
    from (select n, ${title} as title from generate_series(1, 4000) n) e`);
  await sql.begin(async (transaction) => {
    await transaction`
      insert into public.articles (kind, slug, revision, published_revision, published_at)
      select case n % 19 when 0 then 'guide' else 'article' end, 'text-' || n, 1, 1, now() - n * interval '1 day' from generate_series(1, 1900) n`;
    await transaction.unsafe(`
      insert into public.article_revisions (article_id, number, slug, title, excerpt, markdown, html, outline, words, renderer)
      select a.id, 1, a.slug, e.title || ${someWords(5, "a.id")}, left(${someWords(25, "a.id")}, 290), 'A ledger.',
        '<p>A ledger. ' || ${someWords(400, "a.id")} || '</p><h2 id="more">More</h2><p>' || ${someWords(400, "a.id")} || '</p>', '[]', 800, 'test'
      from public.articles a join (select n, ${title} as title from generate_series(1, 1900) n) e on a.slug = 'text-' || e.n`);
  });
  await sql.unsafe(`
    insert into public.newsletter_issues (slug, subject, preview_text, markdown, html, renderer, scheduled_at, letter, sent_at, recipients)
    select 'issue-' || e.n, e.title || ${someWords(5, "e.n")}, left(${someWords(12, "e.n")}, 190), 'A ledger.', '<p>A ledger. ' || ${someWords(400, "e.n")} || '</p>', 'test',
      now() - e.n * interval '30 days', '{}', now() - e.n * interval '30 days', 1
    from (select n, ${title} as title from generate_series(1, 100) n) e`);
  await sql`vacuum analyze`;
}

/** Arguments of search; all 10,000 items contain ledger. */
export const searches: Record<string, string> = {
  "a word that one in 1,000 has": "'quorum'",
  "a word that one in ten has in its title": "'workshop'",
  "a word that all have": "'ledger'",
  "the last page of it": "'ledger', null, 500",
  "its articles": "'ledger', 'article'",
  "the beginning of a word that all have": "'ledg'",
  "a part of a word": "'orksho'",
  "a word that none has": "'xyzzyx'",
  "three words": "'ledger workshop honolulu'",
};
