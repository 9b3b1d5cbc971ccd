-- A sample season for trying the site out, beside the events of seed.sql: an event with reservations three weeks ahead, an online
-- evening, a sent issue of the newsletter, a recap and some likes. npm start and npm run dev load it into a new database, and
-- npm run setup -- --samples into a hosted one; nothing else reads it. Owners remove it at /admin/samples.
-- One statement, so that all of it is there or none. Running it a second time changes nothing.

with season as (
  select date_trunc('day', now() at time zone public.site_time_zone()) as today
  where not exists (select from private.samples)
),
event as (
  insert into public.events (
    key, title, starts_at, ends_at, date_precision, place, attendee_limit, summary, about,
    steps, seating, quiet_space, parking, bus, to_bring, takes_reservations, party_limit, question, is_published
  )
    select
      'first-wallet-workshop', 'Your First Wallet: A Workshop',
      (s.today + interval '21 days 18 hours') at time zone public.site_time_zone(),
      (s.today + interval '21 days 20 hours') at time zone public.site_time_zone(),
      'exact', 'Co-working space in Kahala', 20,
      'Set up a wallet, send a test payment and learn what to do when a phone is lost. For people who have never done it.',
      E'We set up a wallet on your own phone, with coins that are worth nothing, and send them around the room. Then we pretend that the phone is gone, and get everything back from twelve words on paper.\n\nBring questions. Nobody needs to own or buy anything, and nobody asks what you have.',
      'No steps from the parking lot; the door is 36 inches wide.',
      'Chairs at tables for four. There is room for a wheelchair at every table.',
      'The small meeting room by the entrance is open all evening.',
      'Free in the lot behind the building after 5:00 PM.',
      'Line 1, stop at Kahala Mall, five minutes on foot.',
      'Your phone, charged, and a pen.',
      true, 4, 'Is there something we can do so that you can take part comfortably?', true
    from season s
    union all
    select
      'talk-story-online', 'Talk Story Online: Ask Anything',
      (s.today + interval '35 days 18 hours 30 minutes') at time zone public.site_time_zone(),
      (s.today + interval '35 days 20 hours') at time zone public.site_time_zone(),
      'exact', 'Online', null,
      'An evening for questions, from every island and from the mainland. There are no slides and no sales pitch.',
      E'Ask what you have always wanted to know about blockchains: how they work, what they cost, and where they are of no use. Three of us answer as well as we can, and say so when we do not know.\n\nJoin the waitlist, and we email you the link before the evening begins.',
      null, null, null, null, null, null, false, 1, null, true
    from season s
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
- **Talk Story Online**, an evening for questions, wherever you are.

## What we are reading

1. [The Bitcoin paper](https://bitcoin.org/bitcoin.pdf): nine pages, best read with a friend.
2. [An overview by NIST](https://csrc.nist.gov/pubs/ir/8202/final), for everyone who prefers plain words.
3. [ethereum.org](https://ethereum.org/en/learn/), from “what is a wallet” to smart contracts.

See you there!',
      '<p>Aloha,</p>
<p>This season is about doing things ourselves, slowly and together.</p>
<h3>What is coming</h3>
<ul>
<li><strong>Your First Wallet</strong>, a workshop in Kahala with 20 spots. Reserve yours on the website; it is free.</li>
<li><strong>Talk Story Online</strong>, an evening for questions, wherever you are.</li>
</ul>
<h3>What we are reading</h3>
<ol>
<li><a href="https://bitcoin.org/bitcoin.pdf" rel="noopener noreferrer">The Bitcoin paper</a>: nine pages, best read with a friend.</li>
<li><a href="https://csrc.nist.gov/pubs/ir/8202/final" rel="noopener noreferrer">An overview by NIST</a>, for everyone who prefers plain words.</li>
<li><a href="https://ethereum.org/en/learn/" rel="noopener noreferrer">ethereum.org</a>, from “what is a wallet” to smart contracts.</li>
</ol>
<p>See you there!</p>
',
      -- It went to nobody, so there is no letter.
      'markdown-it 15.0.3', now(), '{}', now(), 0
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
insert into private.samples (event_id, recap_of, issue_id, like_id)
  select id, null::uuid, null::uuid, null::bigint from event
  union all select null, id, null, null from recap
  union all select null, null, id, null from issue
  union all select null, null, null, id from liked;
