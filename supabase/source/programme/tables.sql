create table public.programmes (
  id uuid primary key,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.programmes is
  'Whether visitors see the program of an event, whose talks may be announced or not yet.';
comment on column public.programmes.id is 'The event.';
comment on column public.programmes.published_at is 'Since when visitors see it; null for a draft.';

alter table public.programmes enable row level security;


create table public.rooms (
  id integer generated always as identity primary key,
  event_id uuid not null,
  name text not null,
  floor text,
  steps text,
  seats integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_room_of_a_name unique (event_id, name),
  constraint rooms_of_their_event unique (id, event_id),
  constraint floor_has_1_to_100_characters check (btrim(floor) <> '' and public.visible_length(floor) <= 100),
  constraint name_has_1_to_60_characters check (btrim(name) <> '' and public.visible_length(name) <= 60),
  constraint seats_are_1_to_100000 check (seats between 1 and 100000),
  constraint steps_has_1_to_300_characters check (btrim(steps) <> '' and public.visible_length(steps) <= 300)
);

comment on table public.rooms is 'Rooms for the talks of an event, in the order in which they were added.';
comment on column public.rooms.floor is 'Floor, or wing, in words.';
comment on column public.rooms.steps is 'Steps, doors and elevators on the way in.';

alter table public.rooms enable row level security;


create table public.speakers (
  id uuid default gen_random_uuid() primary key,
  number integer generated always as identity unique,
  event_id uuid not null,
  name text not null,
  organization text,
  biography text not null default '',
  link_url public.web_address,
  picture_path text,
  picture_alt text,
  picture_width integer,
  picture_height integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint speakers_of_their_event unique (id, event_id),
  constraint a_picture_is_described_and_measured check (
    num_nonnulls(picture_path, picture_alt, picture_width, picture_height) in (0, 4)
  ),
  constraint biography_has_at_most_3000_characters check (public.visible_length(biography) <= 3000),
  constraint name_has_1_to_100_characters check (btrim(name) <> '' and public.visible_length(name) <= 100),
  constraint no_email_address_in_public check (
    concat_ws(' ', name, organization, biography) !~ '[[:alnum:]]@[[:alnum:]]'
  ),
  constraint organization_has_1_to_100_characters check (
    btrim(organization) <> '' and public.visible_length(organization) <= 100
  ),
  constraint picture_alt_has_1_to_300_characters check (
    btrim(picture_alt) <> '' and public.visible_length(picture_alt) <= 300
  ),
  constraint picture_path_is_of_an_upload check (
    picture_path ~ '^/uploads/[0-9a-f]{32}(-[0-9]{1,5}x[0-9]{1,5})?(_[0-9]{1,5}){0,9}\.(jpg|png|webp|avif)$'
  ),
  constraint speakers_picture_height_check check (picture_height between 1 and 20000),
  constraint speakers_picture_width_check check (picture_width between 1 and 20000)
);

comment on table public.speakers is
  'Speakers at an event. Visitors see those of announced talks of a published program.';
comment on column public.speakers.number is 'Identifies the speaker in URLs.';
comment on column public.speakers.biography is 'Markdown.';
comment on column public.speakers.link_url is 'A page about them.';

create index speakers_of_an_event on public.speakers (event_id, name);

alter table public.speakers enable row level security;


create table public.talks (
  id uuid default gen_random_uuid() primary key,
  number integer generated always as identity unique,
  event_id uuid not null,
  title text not null,
  kind public.talk_kind not null default 'talk',
  abstract text not null default '',
  language text not null default 'en',
  level public.talk_level,
  starts_at timestamptz,
  ends_at timestamptz,
  room_id integer,
  slides_url public.web_address,
  recording_url public.web_address,
  status public.talk_status not null default 'scheduled',
  is_announced boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sequence integer not null default 0,
  workshop_id uuid,
  constraint talks_of_their_event unique (id, event_id),
  constraint talks_room_id_fkey foreign key (room_id, event_id) references public.rooms(id, event_id),
  -- A range of one room replaces equality, for which GiST would need the extension btree_gist.
  constraint no_two_talks_in_a_room_at_once exclude using gist (
    int4range(room_id, room_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&
  )
    where (room_id is not null and starts_at is not null and status <> 'cancelled') deferrable,
  constraint a_talk_ends_within_a_day check (ends_at > starts_at and ends_at - starts_at <= interval '24 hours'),
  constraint a_time_has_a_start_and_an_end check ((starts_at is null) = (ends_at is null)),
  constraint abstract_has_at_most_5000_characters check (public.visible_length(abstract) <= 5000),
  constraint dates_have_years_of_four_digits check (
    starts_at >= '0001-01-01 00:00:00+00' and ends_at < '9999-12-31 00:00:00+00'
  ),
  constraint language_is_a_tag check (language ~ '^[a-z]{2,3}$'),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200)
);

comment on table public.talks is 'Items of an event''s program, including breaks.';
comment on column public.talks.number is 'Identifies the talk in URLs.';
comment on column public.talks.abstract is 'Markdown.';
comment on column public.talks.language is 'ISO 639 code of the language spoken.';
comment on column public.talks.level is 'The level of knowledge expected of listeners; null for none.';
comment on column public.talks.starts_at is 'Null while the time is not known.';
comment on column public.talks.is_announced is
  'Whether visitors see what the talk is; otherwise they see only kind, time and room.';
comment on column public.talks.sequence is
  'Revision number that calendars compare; increases whenever title, time, room or status change.';

comment on column public.talks.workshop_id is
  'The event at which people with a reservation take a spot in this talk, if its spots are limited.';

create index talks_of_an_event on public.talks (event_id, starts_at);
create index talks_of_a_workshop on public.talks (workshop_id) where workshop_id is not null;
create index talks_of_a_room on public.talks (room_id, event_id);

alter table public.talks enable row level security;


create table public.talk_speakers (
  talk_id uuid not null,
  speaker_id uuid not null,
  event_id uuid not null,
  position smallint not null,
  constraint talk_speakers_pkey primary key (talk_id, event_id, speaker_id),
  constraint talk_speakers_speaker_id_fkey foreign key (speaker_id, event_id)
    references public.speakers(id, event_id) on delete cascade,
  constraint talk_speakers_talk_id_fkey foreign key (talk_id, event_id)
    references public.talks(id, event_id) on delete cascade
);

comment on table public.talk_speakers is 'Who speaks in which talk of the same event.';
comment on column public.talk_speakers.position is 'Position among the speakers of the talk.';

create index talks_of_a_speaker on public.talk_speakers (speaker_id, event_id);

alter table public.talk_speakers enable row level security;


create table private.gone_talks (
  number integer primary key,
  event_id uuid not null,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sequence integer not null,
  gone_at timestamptz not null default now()
);

comment on table private.gone_talks is
  'Announced talks that were deleted from a published program, so that calendars can show them as canceled.';

create index gone_talks_of_an_event on private.gone_talks (event_id);

alter table private.gone_talks enable row level security;


create table private.talk_changes (
  number integer primary key,
  event_id uuid not null,
  is_new boolean not null,
  title text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  room_id integer,
  status text not null,
  changed_at timestamptz not null default now()
);

comment on table private.talk_changes is
  'The state of an announced talk before its first change in a published program, used to show visitors what'
  ' changed; at most one row per talk.';
comment on column private.talk_changes.is_new is 'Whether it was added or announced after the program was published.';
comment on column private.talk_changes.changed_at is
  'When it was last changed; if that is before the program was last published, the row is ignored.';

create index talk_changes_of_an_event on private.talk_changes (event_id, changed_at);

alter table private.talk_changes enable row level security;


create table private.agendas (
  entry_id uuid primary key,
  talks integer[] not null,
  stored_at timestamptz not null default now(),
  constraint one_to_60_talks check (cardinality(talks) between 1 and 60)
);

comment on table private.agendas is
  'Talks that a person with a spot at the event wants to see, and is notified of when they move. Readable only by'
  ' its owner.';
comment on column private.agendas.entry_id is 'The reservation.';
comment on column private.agendas.talks is 'Talk numbers, including those of deleted talks.';

alter table private.agendas enable row level security;


create table private.speaker_contacts (
  speaker_id uuid primary key,
  email public.email_address,
  link_digest public.digest unique,
  asked_at timestamptz,
  correction jsonb,
  sent_at timestamptz,
  settled_at timestamptz,
  is_taken boolean,
  link_made_by uuid,
  constraint a_correction_waits_or_is_settled check (num_nonnulls(correction, settled_at) = num_nonnulls(sent_at)),
  constraint correction_has_at_most_400000_bytes check (octet_length(correction::text) <= 400000),
  constraint settled_one_way check ((settled_at is null) = (is_taken is null))
);

comment on table private.speaker_contacts is
  'How a speaker is asked for corrections, and the correction that waits for an admin: what differs from the'
  ' texts, at most one per speaker. Never public.';
comment on column private.speaker_contacts.email is 'Null if an admin sends the link by hand.';
comment on column private.speaker_contacts.link_digest is 'SHA-256 of the token of the link; null until there is one.';
comment on column private.speaker_contacts.link_made_by is
  'The admin who made the link to send it by hand; null if it was emailed. Has no foreign key.';
comment on column private.speaker_contacts.asked_at is 'When the last email was requested.';
comment on column private.speaker_contacts.correction is
  'The changed fields of name, organization, biography and link_url, and of talks the id and the changed fields of'
  ' title and abstract; null once it is settled.';

create index speakers_of_an_address on private.speaker_contacts (lower(email)) where email is not null;

alter table private.speaker_contacts enable row level security;
