import type postgres from "postgres";

type Connection = postgres.Sql;

/** The digest of the link of the helpers at the festival's door, and of one guest's page. */
export const passDigest = "d0".repeat(32);
export const guestDigest = "e1".repeat(32);

/**
 * Fills a new database to the size of a statewide community: 500 events, a festival of 2,000 guests and 300 talks, a
 * series of 200 editions, 10,000 links in the library, 22,000 sign-ups, 50,000 subscribers, 20,000 messages, 188,000
 * emails, 2,000 articles, 500,000 rows of the log. Triggers run as in use. Takes about a minute.
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
  await fillFestival(sql);
  await fillSeries(sql);
  await fillLibrary(sql);
  await sql`vacuum analyze`;
}

/** Adds an event that begins in an hour, whose 2,000 spots are taken, with 300 talks of 200 speakers in 10 rooms. */
async function fillFestival(sql: Connection): Promise<void> {
  const [festival] = await sql`
    insert into public.events (key, title, place, summary, about, date_precision, starts_at, ends_at, is_published, takes_reservations, attendee_limit)
    values ('festival', 'The festival', 'Honolulu', 'Three days about ledgers.', 'What happens there.', 'exact', now() + interval '1 hour', now() + interval '3 days', true, true, 2000)
    returning id`;
  const event = festival?.id;
  await sql`
    insert into public.waitlist_entries (event_id, name, email, consent_version, confirmed_at, created_at)
    select ${event}, 'Guest ' || md5(n::text), 'guest-' || n || '@example.test', '1', now(), now() - n * interval '1 minute'
    from generate_series(1, 2000) n`;
  await sql`
    insert into public.reservations (id, event_id, state, line)
    select w.id, w.event_id, 'placed', row_number() over (order by w.created_at) from public.waitlist_entries w where w.event_id = ${event}`;
  await sql`insert into public.door_passes (event_id, name, token_digest) values (${event}, 'Helpers', ${passDigest})`;
  await sql`
    insert into private.waitlist_links (token_digest, entry_id)
    select case w.email when 'guest-1@example.test' then ${guestDigest} else encode(sha256(w.id::text::bytea), 'hex') end, w.id
    from public.waitlist_entries w where w.event_id = ${event}`;
  await sql`insert into public.programmes (id, published_at) values (${event}, now() - interval '7 days')`;
  await sql`insert into public.rooms (event_id, name) select ${event}, 'Room ' || n from generate_series(1, 10) n`;
  await sql`
    insert into public.speakers (event_id, name, organization, biography)
    select ${event}, 'Speaker ' || n, 'University of Hawaiʻi', repeat('What they work on, and since when. ', 12) from generate_series(1, 200) n`;
  await sql`
    with rooms as (select id, row_number() over (order by id) - 1 as place from public.rooms where event_id = ${event})
    insert into public.talks (event_id, title, abstract, starts_at, ends_at, room_id)
    select ${event}, 'Talk number ' || n, repeat('What this talk is about, and for whom. ', 25),
      date_trunc('hour', now()) + interval '2 hours' + n / 10 * interval '1 hour', date_trunc('hour', now()) + interval '2 hours 45 minutes' + n / 10 * interval '1 hour', r.id
    from generate_series(0, 299) n join rooms r on r.place = n % 10`;
  await sql`
    insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
    select t.id, s.id, t.event_id, p
    from (select id, event_id, row_number() over (order by number) as place from public.talks where event_id = ${event}) t
    cross join generate_series(1, 2) p
    join (select id, row_number() over (order by number) as place from public.speakers where event_id = ${event}) s on s.place = (t.place * 2 + p) % 200 + 1`;
  await sql`
    insert into private.agendas (entry_id, talks)
    select w.id, array(select t.number from public.talks t where t.event_id = ${event} order by t.number limit 30)
    from public.waitlist_entries w where w.event_id = ${event}`;
}

/** Adds a weekly series: 190 editions that are over, and 10 to come. */
async function fillSeries(sql: Connection): Promise<void> {
  await sql`
    insert into public.series (key, name, about, frequency, weekday, every_weeks, first_day, editions_ahead)
    values ('weekly', 'The weekly', 'Every week.', 'weeks', extract(isodow from now())::int, 1, now()::date - 1330, 9)`;
  await sql`
    insert into public.events (key, title, place, summary, about, date_precision, starts_at, ends_at, is_published, series_id)
    select 'weekly-' || n, 'The weekly', 'Honolulu', 'An evening about ledgers.', repeat('What happens on this evening, and whom it is for. ', 30), 'exact',
      now() + interval '1 hour' + (n - 190) * interval '7 days', now() + interval '3 hours' + (n - 190) * interval '7 days', true, s.id
    from public.series s cross join generate_series(0, 199) n where s.key = 'weekly'`;
  await sql`
    update public.series s set template_id = (select e.id from public.events e where e.key = 'weekly-190') where s.key = 'weekly'`;
  await sql`
    insert into private.occurrences (series_id, day, event_id)
    select e.series_id, (e.starts_at at time zone public.site_time_zone())::date, e.id from public.events e where e.key like 'weekly-%'`;
  await sql`
    insert into private.series_subscriptions (series_id, email, consent_version, confirmed_at)
    select s.id, md5(n::text) || '@example.test', '1', now() from public.series s cross join generate_series(1, 2000) n where s.key = 'weekly'`;
}

/** Adds 10,000 works, whose links were checked; twenty are due. */
async function fillLibrary(sql: Connection): Promise<void> {
  await sql`
    insert into public.education_resources (tab_key, title, description, url, is_published, display_order)
    select 'resources', 'Work number ' || n, 'A sample as long as most: how a ledger keeps what was written, and for whom this work explains it.',
      'https://example.org/works/' || n, true, 100 + n
    from generate_series(1, 10000) n`;
  await sql`
    insert into private.link_checks (resource_id, url, state, checked_at, due_at)
    select r.id, r.url, 'fine', now() - interval '1 day', now() + (row_number() over (order by r.id) - 20) * interval '1 minute'
    from public.education_resources r on conflict do nothing`;
}

/** The lines of a file of each kind as stage_import gets them, by their number n; a tenth is here already. */
const lines: Record<string, string> = {
  subscribers: `'email', case when n % 10 = 0 then md5(n::text) else 'new-' || n end || '@example.test', 'address_key', md5('new ' || n),
    'checked', jsonb_build_object('subscribed_at', now())`,
  resources: `'checked', jsonb_build_object('title', 'Work number ' || n, 'description', 'About ' || n,
    'url', 'https://example.org/' || case when n % 10 = 0 then 'works/' else 'new/' end || n, 'icon_name', 'BookText', 'tags', '[]'::jsonb, 'tab', '')`,
  events: `'checked', jsonb_build_object('uid', 'event-' || n || '@example.org', 'is_ours', false, 'title', 'An evening ' || n, 'key', 'evening-' || n,
    'starts_at', now() + n * interval '1 hour', 'ends_at', now() + n * interval '1 hour' + interval '50 minutes', 'date_precision', 'exact',
    'place', 'Honolulu', 'summary', 'An evening about ledgers.', 'about', repeat('What happens there. ', 20), 'sequence', 0)`,
  guests: `'email', case when n % 10 = 0 then 'guest-' || n else 'on-paper-' || n end || '@example.test', 'address_key', md5('new ' || n),
    'checked', jsonb_build_object('name', 'Guest ' || n, 'people', 1)`,
};

/** SQL that stages and applies a file of 5,000 lines, by the kind of its rows. */
export const imports = Object.entries(lines).map(([kind, line]) => {
  const isOfPeople = kind === "subscribers" || kind === "guests";
  const id = crypto.randomUUID();
  const rows = `(select jsonb_agg(jsonb_build_object('line', n, 'cells', '["a cell"]'::jsonb, ${line})) from generate_series(1, 5000) n)`;
  return {
    kind,
    rows,
    stage: `select public.stage_import('${id}', '${kind}', 'A file', ${isOfPeople ? "'Keep me informed.'" : "null"}, '{what}', '{}', $1::text::jsonb,
      p_choices => '${kind === "guests" ? '{"guests": "coming", "mails": true}' : "{}"}',
      p_event => ${kind === "guests" ? "(select id from public.events where key = 'festival')" : "null"})`,
    apply: `select public.apply_import('${id}', true)`,
  };
});
