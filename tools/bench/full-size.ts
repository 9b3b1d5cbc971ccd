import type postgres from "postgres";

type Connection = postgres.Sql;

/**
 * Fills a new database to the size of a statewide community: 500 events, 20,000 sign-ups, 50,000 subscribers, 20,000
 * messages, 188,000 emails, 2,000 articles, 500,000 rows of the log. Triggers run as in use. Takes about three minutes.
 */
export async function fill(sql: Connection): Promise<void> {
  await sql`
    insert into public.events (key, title, place, summary, about, date_precision, starts_at, is_published, takes_reservations, attendee_limit)
    select 'event-' || n, 'Event number ' || n, 'Honolulu', 'An evening about ledgers, number ' || n || '.',
      repeat('What happens on this evening, and whom it is for. ', 30), 'exact', now() + (n - 450) * interval '3 days', true, n % 10 = 0,
      case when n % 10 = 0 then 40 end
    from generate_series(1, 500) n`;
  await sql`
    insert into public.waitlist_entries (event_id, name, email, consent_version, note, created_at)
    select e.id, 'Person ' || n, md5(n::text) || '@example.test', '1', case when n % 20 = 0 then 'Called on Monday.' end,
      now() - n % 600 * interval '1 day'
    from generate_series(1, 20000) n join public.events e on e.key = 'event-' || (n % 500 + 1)`;
  await sql`
    insert into public.newsletter_subscribers (email, consent_version, consent_page, requested_at, confirmed_at, left_at, created_at)
    select md5(n::text) || '@example.test', '1', '/newsletter', now(), case when n % 10 < 9 then now() - n % 900 * interval '1 day' end,
      case when n % 25 = 0 then now() - interval '3 days' end, now() - n % 900 * interval '1 day'
    from generate_series(1, 50000) n`;
  await sql`
    insert into public.contact_messages (name, email, message, status, note, created_at)
    select 'Person ' || n, md5(n::text) || '@example.test', repeat('Aloha, I would like to know when the next evening is. ', 8),
      case when n % 10 = 0 then 'open' else 'done' end, case when n % 5 = 0 then 'Answered by phone.' end, now() - n % 300 * interval '1 day'
    from generate_series(1, 20000) n`;
  await sql`
    insert into public.newsletter_issues (slug, subject, markdown)
    select 'issue-' || n, 'Issue ' || n, 'What happened.' from generate_series(1, 5) n`;
  await sql`
    insert into public.mails (purpose, person, occurrence, address_key, state, attempts, next_attempt_at, provider_id, created_at, settled_at, goes_to_many)
    select 'newsletter-issue', s.id, i.number, md5(s.email), 'accepted', 1, null, gen_random_uuid()::text, now() - i.place * interval '7 days',
      now() - i.place * interval '7 days', true
    from public.newsletter_subscribers s
    cross join (select number, row_number() over (order by number) as place from public.newsletter_issues where slug like 'issue-_') i
    where s.confirmed_at is not null and s.left_at is null and i.place <= 3`;
  await sql`
    insert into public.mails (purpose, person, occurrence, address_key, state, attempts, next_attempt_at, provider_id, created_at, settled_at)
    select 'waitlist-receipt', w.id, 1, md5(w.email), 'accepted', 1, null, gen_random_uuid()::text, now() - interval '9 days', now()
    from public.waitlist_entries w on conflict do nothing`;
  await sql`
    insert into public.mails (purpose, person, occurrence, address_key, state, attempts, next_attempt_at, provider_id, created_at, settled_at)
    select case when m.number % 2 = 0 then 'message-receipt' else 'message-answer' end, m.id, 1, md5(m.email), 'accepted', 1, null,
      gen_random_uuid()::text, now() - interval '9 days', now()
    from public.contact_messages m on conflict do nothing`;
  await sql`
    insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'newsletter-issue', s.id, (select number from public.newsletter_issues where slug = 'issue-5'), true
    from public.newsletter_subscribers s where s.confirmed_at is not null and s.left_at is null limit 32000`;
  const markdown = "A paragraph about what a ledger keeps, as long as people write them. ";
  await sql`
    with added as (
      insert into public.articles (kind, slug, revision, published_revision, published_at)
      select 'article', 'article-' || n, 2, 2, now() - n * interval '8 hours' from generate_series(1, 2000) n
      returning id, slug
    )
    insert into public.article_revisions (article_id, number, slug, title, excerpt, markdown, html, outline, words, renderer)
    select a.id, r, a.slug, 'Article ' || a.slug, 'What it says.',
      (select string_agg(md5(a.slug || r || p) || ${markdown}, e'\n\n') from generate_series(1, 60) p),
      (select string_agg('<p>' || md5(a.slug || r || p) || ${markdown} || '</p>', e'\n') from generate_series(1, 60) p), '[]', 700, '1'
    from added a cross join generate_series(1, 2) r`;
  await sql`
    insert into public.audit_log (at, actor, actor_email, verb, table_name, row_id, changes)
    select now() - (500000 - n) * interval '3 minutes', a.id, u.email,
      case when n % 10 = 9 then 'access' else 'update' end,
      case n % 10 when 9 then 'access' when 8 then 'events' when 7 then 'articles' when 6 then 'contact_messages' else 'waitlist_entries' end,
      case when n % 10 = 9 then a.id::text else md5(n::text)::uuid::text end,
      case n % 10
        when 9 then jsonb_build_object('event', 'signed-in', 'device', 'A browser on Linux')
        when 8 then jsonb_build_object('about', jsonb_build_object('old', repeat('What happens on this evening. ', 15), 'new', repeat('What happens tonight. ', 15)))
        when 7 then jsonb_build_object('change_note', jsonb_build_object('old', null, 'new', 'A date is right now.'))
        else '{"columns": ["note"]}' end
    from generate_series(1, 500000) n
    cross join (select id from public.admin_users limit 1) a
    join auth.users u on u.id = a.id`;
  await sql`vacuum analyze`;
}
