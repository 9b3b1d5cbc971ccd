create table public.events (
  id uuid default gen_random_uuid() primary key,
  key public.slug not null,
  title text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  date_precision public.date_precision not null default 'tba',
  time_note text,
  place text not null,
  attendee_limit integer,
  summary text not null,
  about text not null default '',
  ticket_url public.web_address,
  poster_path text,
  poster_alt text,
  poster_width integer,
  poster_height integer,
  status public.event_status not null default 'scheduled',
  is_published boolean not null default false,
  tab_order integer,
  tab_label text,
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (
    public.fold(title || ' ' || place || ' ' || summary || ' ' || key)
  ) stored not null,
  dated_at timestamptz not null default now(),
  previous_starts_at timestamptz,
  recap text,
  recap_url public.web_address,
  over_at timestamptz generated always as (
    case date_precision
      when 'month' then (
        date_trunc('month', starts_at at time zone public.site_time_zone()) + interval '1 month'
      ) at time zone public.site_time_zone()
      when 'quarter' then (
        date_trunc('quarter', starts_at at time zone public.site_time_zone()) + interval '3 months'
      ) at time zone public.site_time_zone()
      when 'tba' then null
      else coalesce(
        ends_at,
        (date_trunc('day', starts_at at time zone public.site_time_zone()) + interval '1 day')
          at time zone public.site_time_zone()
      )
    end
  ) stored,
  waitlist_closed boolean not null default false,
  to_bring text,
  co_hosts jsonb not null default '[]',
  series_id uuid,
  takes_reservations boolean not null default false,
  sign_up_opens_at timestamptz,
  sign_up_closes_at timestamptz,
  party_limit smallint not null default 1,
  offer_hours smallint not null default 24,
  news_at timestamptz,
  meets public.meeting not null default 'room',
  ask_days smallint,
  online_limit integer,
  for_people_of uuid,
  place_id uuid,
  place_details jsonb,
  place_note text,
  relied_on jsonb generated always as (
    public.relied_on(status, starts_at, ends_at, date_precision, place, meets)
  ) stored not null,
  answers_until date,
  admission public.admission not null default 'open',
  visibility public.visibility not null default 'public',
  link_secret text,
  is_listed boolean generated always as (is_published and visibility = 'public') stored not null,
  address text generated always as (
    case when link_secret is null then key else key || '-' || link_secret end
  ) stored not null,
  tells_undecided boolean not null default false,
  constraint where_nobody_signs_up_none_is_offered check (
    admission <> 'none' or not takes_reservations and ticket_url is null
  ),
  constraint an_event_by_link_has_a_secret check ((visibility = 'link') = (link_secret is not null)),
  constraint key_has_no_secret check (key !~ '-[a-z2-7]{32}$'),
  constraint link_secret_is_128_bits check (link_secret ~ '^[a-j2-7]{32}$'),
  -- Before the address, which contains the key: what is checked first is what an error names.
  constraint one_event_of_a_key unique (key),
  constraint one_event_at_a_position unique (tab_order),
  constraint one_event_at_an_address unique (address),
  constraint dates_have_years_of_four_digits check (
    starts_at >= '0001-01-01 00:00:00+00'
      and coalesce(over_at, starts_at) < '10000-01-01 00:00:00+00'
  ),
  constraint ticket_url_is_secure check (ticket_url ~ '^https://'),
  constraint a_date_is_known_or_to_be_announced check ((starts_at is null) = (date_precision = 'tba')),
  constraint a_last_day_ends_at_midnight check (
    date_precision <> 'day'
      or (ends_at at time zone public.site_time_zone())::time = '00:00:00'
  ),
  constraint a_poster_is_described_and_measured check (
    num_nonnulls(poster_path, poster_alt, poster_width, poster_height) in (0, 4)
  ),
  constraint asked_1_to_14_days_before check (ask_days between 1 and 14),
  constraint about_has_at_most_20000_characters check (public.visible_length(about) <= 20000),
  constraint an_event_ends_after_it_starts check (ends_at > starts_at),
  constraint an_offer_stands_1_to_168_hours check (offer_hours between 1 and 168),
  constraint co_hosts_are_at_most_six_with_safe_links check (public.are_co_hosts(co_hosts)),
  constraint events_for_people_of_fkey foreign key (for_people_of) references public.events(id),
  constraint guests_of_another_event_take_one_spot_each check (
    for_people_of is null or takes_reservations and party_limit = 1
  ),
  constraint events_attendee_limit_check check (attendee_limit > 0),
  constraint events_online_limit_check check (online_limit > 0),
  constraint events_poster_height_check check (poster_height between 1 and 20000),
  constraint events_poster_width_check check (poster_width between 1 and 20000),
  constraint events_sequence_check check (sequence >= 0),
  constraint events_tab_order_check check (tab_order > 0),
  constraint only_an_exact_time_or_a_day_has_an_end check (ends_at is null or (date_precision in ('exact', 'day'))),
  constraint only_both_places_have_two_limits check (online_limit is null or meets = 'both'),
  constraint place_note_has_1_to_200_characters check (
    btrim(place_note) <> '' and public.visible_length(place_note) <= 200
  ),
  constraint party_limit_is_1_to_10 check (party_limit between 1 and 10),
  constraint place_has_1_to_200_characters check (btrim(place) <> '' and public.visible_length(place) <= 200),
  constraint spots_are_counted_and_given_here check (
    not takes_reservations
      or attendee_limit is not null and ticket_url is null and (meets <> 'both' or online_limit is not null)
  ),
  constraint spots_are_asked_for_here check (admission <> 'asked' or takes_reservations and for_people_of is null),
  constraint poster_alt_has_1_to_300_characters check (
    btrim(poster_alt) <> '' and public.visible_length(poster_alt) <= 300
  ),
  constraint poster_path_has_no_userinfo check (poster_path !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint poster_path_is_a_path_or_leads_to_the_web check (
    poster_path ~ '^(https?://[^[:space:]/]+/|/)?[A-Za-z0-9][A-Za-z0-9._%/-]*$' and char_length(poster_path) <= 500
  ),
  constraint recap_has_1_to_2000_characters check (btrim(recap) <> '' and public.visible_length(recap) <= 2000),
  constraint sign_up_closes_after_it_opens check (sign_up_closes_at > sign_up_opens_at),
  constraint summary_has_1_to_500_characters check (btrim(summary) <> '' and public.visible_length(summary) <= 500),
  constraint tab_label_has_1_to_60_characters check (btrim(tab_label) <> '' and public.visible_length(tab_label) <= 60),
  constraint time_note_has_1_to_200_characters check (
    btrim(time_note) <> '' and public.visible_length(time_note) <= 200
  ),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200),
  constraint to_bring_has_1_to_300_characters check (btrim(to_bring) <> '' and public.visible_length(to_bring) <= 300)
);

comment on table public.events is 'Events. Visitors see published ones.';
comment on column public.events.starts_at is
  'First instant of the day, month or quarter if the precision is coarser than exact.';
comment on column public.events.ends_at is
  'End of an event with an exact time; for an event of several days, the first instant after the last day.';
comment on column public.events.time_note is 'Shown beside the date.';
comment on column public.events.about is 'Paragraphs separated by blank lines.';
comment on column public.events.tab_order is 'Position among the tabs of /events; null for events without a tab.';
comment on column public.events.sequence is
  'Revision number that calendars compare; increases whenever title, time, place or status change.';
comment on column public.events.search_text is 'Folded title, place, summary and key, for admins to search.';
comment on column public.events.dated_at is
  'When date and status last changed. Retention waits for a day, so that mistyping the year does not delete a'
  ' waitlist.';
comment on column public.events.relied_on is
  'What people rely on and are notified of when it changes: each entry keeps it as its person knows it.';
comment on column public.events.news_at is
  'When what people rely on (relied_on) last changed; null if it never has.';
comment on column public.events.meets is
  'Where people meet: in a room (at its place), online (by the link in private.join_links), or both.';
comment on column public.events.online_limit is
  'How many people may attend online if others meet in a room, where attendee_limit applies.';
comment on column public.events.previous_starts_at is
  'The announced start before the date was moved; null if it never was, and for the next edition.';
comment on column public.events.recap is 'What happened, in paragraphs; shown once the event is over.';
comment on column public.events.recap_url is 'Where photos or slides are; shown once the event is over.';
comment on column public.events.over_at is 'Instant from which the event is past; null while no date is announced.';
comment on column public.events.waitlist_closed is
  'Whether an admin has closed the waitlist; that of a canceled event is always closed.';
comment on column public.events.place is
  'Where the event is, in words: those of the chosen place, kept once the event is over, or typed for this event.';
comment on column public.events.place_id is 'The chosen place; null if the place was typed for this event.';
comment on column public.events.place_details is
  'What visitors read of the chosen place, as copy_place wrote it; kept once the event is over.';
comment on column public.events.place_note is 'Shown beside the place.';
comment on column public.events.answers_until is
  'The last day here on which people may change their answers; null: until the start (private.answers_end).';
comment on column public.events.admission is
  'Who may sign up: open (everyone), asked (whom an admin accepts), or none (the event is only announced).';
comment on column public.events.visibility is
  'Who sees the event once it is published: public (everyone), or link (whoever has its address; no list names it).';
comment on column public.events.link_secret is
  'The secret part of the address of an event by link, written by the database (private.new_link_secret).';
comment on column public.events.is_listed is
  'Whether the event may be in what everyone sees: lists, feeds, search, site map, newsletter and posts.';
comment on column public.events.address is
  'What identifies the event in URLs: the key, or for an event by link the key and the secret. A visitor who asks for'
  ' an event is answered by this alone.';
comment on column public.events.tells_undecided is
  'Whether people whose request is not decided are told so on the day before the event.';
comment on column public.events.to_bring is 'What to bring; also mentioned in a reminder.';
comment on column public.events.co_hosts is 'Organizations that hold the event with us, in order: [{name, url?}].';
comment on column public.events.series_id is
  'The series of which this event is an edition; editions link to each other.';
comment on column public.events.takes_reservations is
  'Whether the event takes reservations on this site, free of charge: attendee_limit spots, and online_limit more'
  ' if it meets in both.';
comment on column public.events.sign_up_opens_at is 'When reservations open; null for at once.';
comment on column public.events.sign_up_closes_at is 'When reservations close; null for when the event begins.';
comment on column public.events.party_limit is 'The maximum number of people for one reservation.';
comment on column public.events.offer_hours is 'How many hours an offered spot is kept if the event is not near.';
comment on column public.events.ask_days is
  'How many days before the event people with a spot are asked whether they are still coming; null if they are not'
  ' asked.';

comment on column public.events.for_people_of is
  'The event whose people with a confirmed reservation can sign up for this one, on their status pages; null if'
  ' anyone can.';

create index events_by_start on public.events (starts_at desc);
create index events_of_a_series on public.events (series_id, starts_at);
create index events_of_a_place on public.events (place_id, starts_at);
create index events_for_people_of_an_event on public.events (for_people_of) where for_people_of is not null;

alter table public.events enable row level security;


create table private.past_editions (
  event_id uuid not null,
  over_at timestamptz not null,
  constraint past_editions_pkey primary key (event_id, over_at),
  constraint past_editions_event_id_fkey foreign key (event_id) references public.events(id) on delete cascade
);

comment on table private.past_editions is
  'When past editions of an event ended that now has another date, or none. A person who joined before such an end'
  ' waited for that edition.';

alter table private.past_editions enable row level security;


create table private.imported_events (
  event_id uuid primary key,
  uid text not null unique,
  sequence integer not null default 0,
  constraint imported_events_event_id_fkey foreign key (event_id) references public.events(id) on delete cascade,
  constraint uid_has_1_to_255_characters check (char_length(uid) between 1 and 255)
);

comment on table private.imported_events is
  'Identifiers of imported events in their source files, so that they are recognized in the next import.';
comment on column private.imported_events.uid is 'The UID of a calendar file, or the value of a column of that name.';

comment on column private.imported_events.sequence is
  'The SEQUENCE of the version that was imported: an earlier one never replaces it.';

alter table private.imported_events enable row level security;
