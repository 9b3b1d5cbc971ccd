-- A sample season for trying the site out, beside the events of seed.sql: an event with reservations three weeks ahead,
-- with the draft of an email, a supper by link that people ask to attend, an evening in a room and online, an evening
-- online, an evening nine days ago that was moved to another place, with three people who do not exist and the emails
-- that they got, their place, a monthly series, a sent issue of the newsletter, a recap, the program of a past event
-- and some likes. npm start and npm run dev load it into a new database, and npm run setup -- --samples into a hosted one; nothing
-- else reads it. Owners remove it at /admin/samples.
-- One statement, so that all of it is there or none. Running it a second time changes nothing.

with season as (
  select date_trunc('day', now() at time zone public.site_time_zone()) as today, gen_random_uuid() as series_id, gen_random_uuid() as template_id
  where not exists (select from private.samples)
),
place as (
  insert into public.places (
    key, name, street, city, island, way_in, steps, seating, quiet_space, restrooms, parking, bus, latitude, longitude, capacity
  )
    select
      'waialae-work-hub', 'Waiʻalae Work Hub', 'Waiʻalae Avenue', 'Honolulu', 'oahu',
      'The door faces the parking lot; ring at “Work Hub” if it is closed.',
      'No steps from the parking lot; the door is 36 inches wide.',
      'Chairs with backs, at tables or in rows, with room for a wheelchair at every table and at both ends of a row.',
      'The small meeting room by the entrance is open all evening.',
      'Two, beside the kitchen; one is wide enough for a wheelchair.',
      'Free in the lot behind the building after 5:00 PM.',
      'Line 1, stop at Kahala Mall, five minutes on foot.',
      21.2766, -157.7862, 40
    from season s
  on conflict do nothing
  returning id
),
event as (
  insert into public.events (
    key, title, starts_at, ends_at, date_precision, place, place_id, attendee_limit, summary, about,
    place_note, to_bring, takes_reservations, party_limit, is_published, meets, online_limit,
    visibility, admission
  )
    select
      'first-wallet-workshop', 'Your First Wallet: A Workshop',
      (s.today + interval '21 days 18 hours') at time zone public.site_time_zone(),
      (s.today + interval '21 days 20 hours') at time zone public.site_time_zone(),
      'exact', 'Waiʻalae Work Hub', (select p.id from place p), 20,
      'Set up a wallet, send a test payment and learn what to do when a phone is lost. For people who have never done it.',
      'We set up a wallet on your own phone, with coins that are worth nothing, and send them around the room. Then we pretend that the phone is gone, and get everything back from twelve words on paper.

**What we do**

1. Install a wallet: [how to choose one](https://ethereum.org/en/wallets/find-wallet/)
2. Write twelve words on paper
3. Send a test payment to your neighbor
4. Lose the phone, and get everything back

Bring questions. Nobody needs to own or buy anything, and nobody asks what you have.',
      'We sit at the tables for four by the window.',
      'Your phone, charged, and a pen.',
      true, 4, true, 'room', null, 'public', 'open'
    from season s
    union all
    select
      'demo-night', 'Demo Night: In Kahala and Online',
      (s.today + interval '28 days 18 hours') at time zone public.site_time_zone(),
      (s.today + interval '28 days 20 hours') at time zone public.site_time_zone(),
      'exact', 'Waiʻalae Work Hub', (select p.id from place p), 12,
      'Four people from the islands show what they have built, ten minutes each, in the room and on the screen.',
      'Come to Kahala or watch from home: everyone sees the same demos and can ask the same questions.

- **In the room**: 12 spots, at tables
- **Online**: 40 spots, in a browser, without an account

You choose when you reserve, and can switch on your own page until sign-up closes. Would you like to show something, too? [Write to us](/contact).',
      null, null,
      true, 2, true, 'both', 40, 'public', 'open'
    from season s
    union all
    select
      'talk-story-online', 'Talk Story Online: Ask Anything',
      (s.today + interval '35 days 18 hours 30 minutes') at time zone public.site_time_zone(),
      (s.today + interval '35 days 20 hours') at time zone public.site_time_zone(),
      'exact', 'Online', null, null,
      'An evening for questions, from every island and from the mainland. There are no slides and no sales pitch.',
      E'Ask what you have always wanted to know about blockchains: how they work, what they cost, and where they are of no use. Three of us answer as well as we can, and say so when we do not know.\n\nJoin the waitlist, and we email you when there is news of the evening.',
      null, null, false, 1, true, 'online', null, 'public', 'open'
    from season s
    union all
    select
      'board-supper', 'Supper with the Board',
      (s.today + interval '24 days 18 hours') at time zone public.site_time_zone(),
      (s.today + interval '24 days 21 hours') at time zone public.site_time_zone(),
      'exact', 'Waiʻalae Work Hub', (select p.id from place p), 10,
      'Ten people at one table talk about what the community needs next year. By link, for the people we invite.',
      'You have this link from one of us. Ask to attend: the table seats ten, so the organizers decide who sits there this time.

- **Food**: there is rice for everyone; bring something to go with it
- **Talk**: one question for each course, and nothing is recorded

Please do not pass the link on. If you know someone who should sit with us, [write to us](/contact).',
      null, 'A dish to share.',
      true, 2, true, 'room', null, 'link', 'asked'
    from season s
    union all
    select
      'passkey-evening', 'Passwords and Passkeys: An Evening at the Hub',
      (s.today - interval '9 days' + interval '18 hours') at time zone public.site_time_zone(),
      (s.today - interval '9 days' + interval '20 hours') at time zone public.site_time_zone(),
      'exact', 'Waiʻalae Work Hub', (select p.id from place p), 15,
      'How people lose access to what is theirs, and what helps.',
      'We put our phones on the table and went through them together:

- **Passwords**: let a program remember them
- **Passkeys**: what they are, and [where they work](https://fidoalliance.org/passkeys/)
- **Paper**: what belongs in a drawer at home',
      null, 'Your phone, charged.',
      true, 2, true, 'room', null, 'public', 'open'
    from season s
  on conflict (key) do nothing
  returning id, key, starts_at, relied_on
),
question as (
  insert into public.event_questions (event_id, position, kind, text, ready, for_door)
    select e.id, q.position, q.kind, q.text, q.ready, q.for_door
    from event e
    cross join (values
      ('first-wallet-workshop', 1, 'yes-no', 'Is this your first time here?', 'first-time', true),
      ('first-wallet-workshop', 2, 'long', 'Is there something we can do so that you can take part comfortably?', 'access', false),
      ('first-wallet-workshop', 3, 'number', 'How many laptops do you bring?', null, false),
      ('board-supper', 1, 'long', 'What should we do next year?', null, false),
      ('board-supper', 2, 'short', 'What do you bring to eat?', null, false)
    ) q (key, position, kind, text, ready, for_door)
    where e.key = q.key
),
moved as (
  insert into public.audit_log (at, verb, table_name, row_id, changes)
    select e.starts_at - interval '8 days 1 hour', 'update', 'events', e.id::text,
      '{"place": {"old": "Kaimukī Public Library, meeting room", "new": "Waiʻalae Work Hub"}}'
    from event e
    where e.key = 'passkey-evening'
),
-- People who do not exist, at an event that is over, so that nobody writes to them by itself. The last one signed up
-- after the move.
person as (
  insert into public.waitlist_entries
    (event_id, name, email, consent_version, consent_page, note, created_at, confirmed_at, notified_at, told)
    select e.id, p.name, p.email, '2026-11-9', '/events/passkey-evening', 'A sample: this person does not exist.',
      e.starts_at - p.before, e.starts_at - p.before + interval '4 minutes', e.starts_at - p.told_before, e.relied_on
    from event e
    cross join (values
      ('Pua Nakamura', 'pua@example.org', interval '15 days', interval '8 days'),
      ('Ikaika Santos', 'ikaika@example.org', interval '11 days', interval '8 days'),
      ('Hōkū Wong', 'hoku@example.org', interval '5 days', null)
    ) p (name, email, before, told_before)
    where e.key = 'passkey-evening'
  returning id, event_id, created_at, notified_at, told
),
spot as (
  insert into public.reservations (id, event_id, state, line, arrived, checked_in_at, checked_in_by)
    select w.id, w.event_id, 'placed', row_number() over (order by w.created_at), came.arrived,
      e.starts_at - came.before, came.by
    from person w
    join event e on e.id = w.event_id
    -- Who signed up last did not come.
    left join (values (1, interval '10 minutes', 'Keoni')) came (arrived, before, by) on w.notified_at is not null
),
email as (
  insert into public.campaigns (event_id, kind, audience, subject, words, starts_at, started_at, created_at)
    select e.id, m.kind, m.audience, m.subject, m.words, case when m.kind = 'changed' then e.starts_at end,
      e.starts_at - m.before, e.starts_at - m.before
    from event e
    cross join (values
      ('changed', null, null, 'The library closes early that day, so we meet at the hub.', interval '8 days'),
      (
        'own-words', 'spot', 'Before the evening: bring an old password',
        'Aloha,

Two things to bring:

- Your phone, charged
- A password that you no longer use, so that we can try what a leak looks like: [have I been pwned?](https://haveibeenpwned.com/)

The door to the hub is open from 5:30 PM.',
        interval '2 days'
      )
    ) m (kind, audience, subject, words, before)
    where e.key = 'passkey-evening'
  returning id, event_id, kind, started_at
),
sent as (
  insert into public.mails
    (purpose, person, occurrence, state, attempts, next_attempt_at, created_at, settled_at, goes_to_many, told)
    select 'event-news', w.id, m.id, 'accepted', 1, null, m.started_at, m.started_at + interval '1 minute', true,
      case when m.kind = 'changed' then w.told end
    from email m
    join person w on w.event_id = m.event_id and w.created_at < m.started_at
),
-- It stays a draft: the workshop has no people to send it to.
draft as (
  insert into public.campaigns (event_id, kind, audience, subject, words)
    select
      e.id, 'own-words', 'spot', 'Before the workshop: charge your phone, and update it',
      'Aloha,

Two things make the evening easier:

- Install the updates of your phone at home, because the network at the hub is slow.
- Bring a charger if the battery is old.

Would you like to read something before? [What is a wallet?](https://ethereum.org/en/wallets/) takes ten minutes.

See you there!'
    from event e
    where e.key = 'first-wallet-workshop'
),
join_link as (
  insert into private.join_links (event_id, url)
    select id, 'https://meet.example/demo-night' from event where key = 'demo-night'
),
series as (
  insert into public.series (id, key, name, about, template_id, frequency, weekday, week_of_month, first_day, editions_ahead, publishes)
    select s.series_id, 'study-evenings', 'Study Evenings',
      E'Once a month we read something together, slowly, and ask each other what it means. Everyone can suggest the next text.\n\nCome once or every time: each evening stands on its own.',
      s.template_id, 'month', 4, 1, (s.today + interval '42 days')::date, 3, true
    from season s
  on conflict do nothing
  returning *
),
-- The first edition is the one that the others are copied from.
edition as (
  insert into public.events (id, key, title, starts_at, ends_at, date_precision, place, place_id, attendee_limit, summary, about, to_bring, takes_reservations, is_published, series_id)
    select s.template_id, 'study-evenings-' || d.days[1], 'Study Evening',
      (d.days[1] + time '18:00') at time zone public.site_time_zone(),
      (d.days[1] + time '20:00') at time zone public.site_time_zone(),
      'exact', 'Waiʻalae Work Hub', (select p.id from place p), 15,
      'One text, two hours and a pot of tea. You need to know nothing beforehand.',
      E'We read a few pages aloud and stop whenever one of us has a question. The text is on the table; nobody has to prepare.',
      'Something to write with.', true, true, s.id
    from series s
    cross join lateral (
      select public.series_dates(s.frequency, s.weekday, s.every_weeks, s.week_of_month, s.first_day, s.last_day, s.left_out, s.first_day, 1) as days
    ) d
  on conflict (key) do nothing
  returning id
),
issue as (
  insert into public.newsletter_issues (slug, subject, preview_text, markdown, html, renderer, scheduled_at, letter, sent_at, recipients)
    select
      'a-season-of-talk-story', 'A season of talk story', 'A workshop, an evening online, and three things to read.',
      'Aloha,

This season is about doing things ourselves, slowly and together.

## What is coming

- **Your First Wallet**, a workshop in Kahala with 20 spots. Reserve yours on the website; it is free.
- **Demo Night**, in Kahala and online. You choose where you take part.
- **Talk Story Online**, an evening for questions, wherever you are.

## What we are reading

1. [The Bitcoin paper](https://bitcoin.org/bitcoin.pdf): nine pages, best read with a friend.
2. [An overview by NIST](https://csrc.nist.gov/pubs/ir/8202/final), for everyone who prefers plain words.
3. [ethereum.org](https://ethereum.org/en/learn/), from “what is a wallet” to smart contracts.

See you there!',
      '<p>Aloha,</p>
<p>This season is about doing things ourselves, slowly and together.</p>
<h2 id="what-is-coming">What is coming</h2>
<ul>
<li><strong>Your First Wallet</strong>, a workshop in Kahala with 20 spots. Reserve yours on the website; it is free.</li>
<li><strong>Demo Night</strong>, in Kahala and online. You choose where you take part.</li>
<li><strong>Talk Story Online</strong>, an evening for questions, wherever you are.</li>
</ul>
<h2 id="what-we-are-reading">What we are reading</h2>
<ol>
<li><a href="https://bitcoin.org/bitcoin.pdf">The Bitcoin paper</a>: nine pages, best read with a friend.</li>
<li><a href="https://csrc.nist.gov/pubs/ir/8202/final">An overview by NIST</a>, for everyone who prefers plain words.</li>
<li><a href="https://ethereum.org/en/learn/">ethereum.org</a>, from “what is a wallet” to smart contracts.</li>
</ol>
<p>See you there!</p>
',
      -- It went to nobody, so there is no letter.
      'markdown-it 15.0.3, articles 5', now(), '{}', now(), 0
    from season s
  on conflict (slug) do nothing
  returning id
),
recap as (
  update public.events e
    set recap = E'Forty people, nine pizzas and one question that took half the evening: what would have to happen before you pay for dinner with it again?\n\nTwo guests brought their first wallets, a teacher brought her class, and nobody left hungry. Mahalo to everyone who helped carry the chairs.'
    from season s
    where e.key = 'bitcoin' and e.title = 'Bitcoin Pizza Day 2025' and e.recap is null and e.recap_url is null
    returning e.id
),
-- Three days of ETH Hawaii, with people who do not exist.
programme as (
  insert into public.programmes (id, published_at)
    select e.id, now()
    from public.events e
    cross join season s
    where e.key = 'ethereum' and e.title = 'ETH Hawaii' and not exists (select from public.talks t where t.event_id = e.id)
  on conflict do nothing
  returning id
),
room as (
  insert into public.rooms (event_id, name, floor, steps, seats)
    select p.id, given.name, given.floor, given.steps, given.seats
    from programme p
    cross join (
      values
        ('Main hall', 'Ground floor', 'No steps; double doors from the lobby.', 180),
        ('Workshop room', 'Second floor', 'Elevator beside the stairs.', 40),
        ('Lānai', 'Ground floor', 'One step; a ramp on the side of the garden.', 30)
    ) given (name, floor, steps, seats)
  returning id, name, event_id
),
speaker as (
  insert into public.speakers (event_id, name, organization, biography, link_url)
    select p.id, given.name, given.organization, given.biography, given.link_url
    from programme p
    cross join (
      values
        ('Leilani Kaʻaukai', 'Koʻolau Research Group', 'Leilani writes about how people agree without knowing each other.', 'https://example.org/leilani'),
        ('Noa Kealoha', 'Honu Wallets', 'Noa builds wallets for people who do not want to think about wallets.', null),
        ('Mei Tanaka', null, 'Mei teaches programming at night, and fixes boats during the day.', null),
        ('Keoni Makoa', 'Mānoa Community Lab', 'Keoni brings cables, coffee and patience.', null)
    ) given (name, organization, biography, link_url)
  returning id, name, event_id
),
talk as (
  insert into public.talks (event_id, title, kind, abstract, level, starts_at, ends_at, room_id, slides_url, recording_url, status)
    select
      p.id, given.title, given.kind, given.abstract, given.level,
      (make_date(2026, 9, given.day) + given.starts::interval) at time zone public.site_time_zone(),
      (make_date(2026, 9, given.day) + given.ends::interval) at time zone public.site_time_zone(),
      r.id, given.slides_url, given.recording_url, given.status
    from programme p
    cross join (
      values
        (18, '08:30', '09:00', null, 'break', 'Doors open: coffee and malasadas', '', null, null, null, 'scheduled'),
        (18, '09:00', '09:45', 'Main hall', 'keynote', 'Why islands should care who keeps the ledger', 'Every island has kept records of land, water and kinship. What changes when nobody owns the book, and what should never change?', null, 'https://example.org/slides/ledger', 'https://example.org/recordings/ledger', 'scheduled'),
        (18, '10:00', '10:45', 'Main hall', 'talk', 'What a block is, with rice and a muffin tin', 'No slides. Bring an empty stomach.', 'beginner', null, 'https://example.org/recordings/rice', 'scheduled'),
        (18, '10:00', '12:00', 'Workshop room', 'workshop', 'Your first smart contract', 'We write a contract of twelve lines, test it, and break it on purpose.

- Bring a laptop
- You need no coins', 'beginner', 'https://example.org/slides/first-contract', null, 'scheduled'),
        (18, '12:00', '13:00', null, 'break', 'Lunch', '', null, null, null, 'scheduled'),
        (18, '13:00', '13:45', 'Main hall', 'talk', 'Wallets that forgive', 'Lost phones, stolen seeds and forgotten words: what a wallet can do so that one mistake is not the end.', 'intermediate', null, null, 'scheduled'),
        (18, '13:00', '14:00', 'Lānai', 'talk', 'Reading a transaction aloud', '', 'beginner', null, null, 'cancelled'),
        (18, '14:00', '15:00', 'Main hall', 'panel', 'Ask three people who run nodes at home', '', null, null, null, 'scheduled'),
        (18, '18:00', '21:00', 'Lānai', 'social', 'Pau hana and music', '', null, null, null, 'scheduled'),
        (19, '09:00', '09:45', 'Main hall', 'keynote', 'Proof without telling', 'How to show that something is true and keep the rest to yourself.', null, null, 'https://example.org/recordings/proof', 'scheduled'),
        (19, '10:00', '12:00', 'Workshop room', 'workshop', 'Zero knowledge with a deck of cards', '', 'intermediate', null, null, 'scheduled'),
        (19, '10:00', '10:45', 'Main hall', 'talk', 'Paying fees only once', '', 'advanced', null, null, 'scheduled'),
        (19, '12:00', '13:00', null, 'break', 'Lunch', '', null, null, null, 'scheduled'),
        (19, '13:00', '15:00', 'Workshop room', 'workshop', 'Audit a small contract', 'Read first, then run. We look at forty lines that somebody might have paid for.', 'advanced', null, null, 'scheduled'),
        (19, '13:00', '13:45', 'Lānai', 'talk', 'Bookkeeping for a canoe club', '', 'beginner', null, null, 'scheduled'),
        (19, '23:30', '24:30', 'Lānai', 'social', 'Stars after midnight', 'Look up; bring a jacket.', null, null, null, 'scheduled'),
        (20, '10:00', '10:45', 'Main hall', 'talk', 'What we built this weekend', '', null, null, null, 'scheduled'),
        (20, '10:00', '11:30', 'Workshop room', 'workshop', 'Run a node on an old laptop', '', 'intermediate', null, null, 'scheduled'),
        (20, '12:00', '12:30', 'Main hall', 'keynote', 'Closing circle', '', null, null, null, 'scheduled')
    ) given (day, starts, ends, room, kind, title, abstract, level, slides_url, recording_url, status)
    left join room r on r.event_id = p.id and r.name = given.room
  returning id, title, event_id
),
speech as (
  insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
    select t.id, s.id, t.event_id, given.position
    from (
      values
        ('Why islands should care who keeps the ledger', 'Leilani Kaʻaukai', 1),
        ('What a block is, with rice and a muffin tin', 'Mei Tanaka', 1),
        ('Your first smart contract', 'Keoni Makoa', 1),
        ('Wallets that forgive', 'Noa Kealoha', 1),
        ('Ask three people who run nodes at home', 'Keoni Makoa', 1),
        ('Ask three people who run nodes at home', 'Mei Tanaka', 2),
        ('Ask three people who run nodes at home', 'Noa Kealoha', 3),
        ('Proof without telling', 'Leilani Kaʻaukai', 1),
        ('Zero knowledge with a deck of cards', 'Mei Tanaka', 1),
        ('Paying fees only once', 'Noa Kealoha', 1),
        ('Audit a small contract', 'Keoni Makoa', 1),
        ('Bookkeeping for a canoe club', 'Mei Tanaka', 1),
        ('Run a node on an old laptop', 'Keoni Makoa', 1),
        ('Closing circle', 'Leilani Kaʻaukai', 1)
    ) given (talk, speaker, position)
    join talk t on t.title = given.talk
    join speaker s on s.name = given.speaker
),
liked as (
  insert into public.resource_likes (resource_id, created_at, retired_at)
    select r.id, now() - make_interval(hours => (29 * number + 5 * r.place)::integer), now()
    from (
      select er.id, row_number() over (order by er.id) as place
      from public.education_resources er
      join public.education_tabs t on t.tab_key = er.tab_key
      where er.is_published and er.deleted_at is null and t.is_active
    ) r
    cross join season s
    cross join lateral generate_series(1, 2 + r.place * 7 % 6) number
    where r.place % 3 = 1
  returning id
)
insert into private.samples (event_id, recap_of, issue_id, like_id, series_id, programme_of, place_id, entry_id)
  select id, null::uuid, null::uuid, null::bigint, null::uuid, null::uuid, null::uuid, null::uuid from event
  union all select id, null, null, null, null, null, null, null from edition
  union all select null, id, null, null, null, null, null, null from recap
  union all select null, null, id, null, null, null, null, null from issue
  union all select null, null, null, id, null, null, null, null from liked
  union all select null, null, null, null, id, null, null, null from series
  union all select null, null, null, null, null, id, null, null from programme
  union all select null, null, null, null, null, null, id, null from place
  union all select null, null, null, null, null, null, null, id from person;
