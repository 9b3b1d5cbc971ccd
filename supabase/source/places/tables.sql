create table public.places (
  id uuid default gen_random_uuid() primary key,
  key public.slug not null unique,
  name text not null,
  street text,
  city text not null,
  island public.island not null,
  in_words text generated always as (name || coalesce(', ' || street, '') || ', ' || city) stored not null,
  way_in text,
  bus text,
  parking text,
  steps text,
  seating text,
  quiet_space text,
  restrooms text,
  latitude double precision,
  longitude double precision,
  capacity integer,
  picture_path text,
  picture_alt text,
  picture_width integer,
  picture_height integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_place_of_a_name_and_address unique (in_words),
  constraint a_picture_is_described_and_measured check (
    num_nonnulls(picture_path, picture_alt, picture_width, picture_height) in (0, 4)
  ),
  constraint a_point_has_two_coordinates check (num_nonnulls(latitude, longitude) in (0, 2)),
  constraint bus_has_1_to_300_characters check (btrim(bus) <> '' and public.visible_length(bus) <= 300),
  constraint capacity_is_1_to_1000000 check (capacity between 1 and 1000000),
  constraint city_has_1_to_40_characters check (btrim(city) <> '' and public.visible_length(city) <= 40),
  constraint latitude_is_on_earth check (latitude between -90 and 90),
  constraint longitude_is_on_earth check (longitude between -180 and 180),
  constraint name_has_1_to_80_characters check (btrim(name) <> '' and public.visible_length(name) <= 80),
  constraint parking_has_1_to_300_characters check (btrim(parking) <> '' and public.visible_length(parking) <= 300),
  constraint picture_alt_has_1_to_300_characters check (
    btrim(picture_alt) <> '' and public.visible_length(picture_alt) <= 300
  ),
  constraint picture_path_is_of_an_upload check (
    picture_path ~ '^/uploads/[0-9a-f]{32}(-[0-9]{1,5}x[0-9]{1,5})?(_[0-9]{1,5}){0,9}\.(jpg|png|webp|avif)$'
  ),
  constraint places_picture_height_check check (picture_height between 1 and 20000),
  constraint places_picture_width_check check (picture_width between 1 and 20000),
  constraint quiet_space_has_1_to_300_characters check (
    btrim(quiet_space) <> '' and public.visible_length(quiet_space) <= 300
  ),
  constraint restrooms_has_1_to_300_characters check (
    btrim(restrooms) <> '' and public.visible_length(restrooms) <= 300
  ),
  constraint seating_has_1_to_300_characters check (btrim(seating) <> '' and public.visible_length(seating) <= 300),
  constraint steps_has_1_to_300_characters check (btrim(steps) <> '' and public.visible_length(steps) <= 300),
  constraint street_has_1_to_70_characters check (btrim(street) <> '' and public.visible_length(street) <= 70),
  constraint way_in_has_1_to_300_characters check (btrim(way_in) <> '' and public.visible_length(way_in) <= 300)
);

comment on table public.places is
  'Where events are. Visitors see places with a published event; events keep a copy of what visitors read.';
comment on column public.places.key is 'Identifies the place in URLs.';
comment on column public.places.in_words is
  'Name, street and city in one line, as events, calendars and emails show it.';
comment on column public.places.way_in is 'How to find the entrance.';
comment on column public.places.bus is 'Bus lines and stops.';
comment on column public.places.parking is 'Where to park, and what it costs.';
comment on column public.places.steps is 'Steps, doors and elevators on the way in.';
comment on column public.places.seating is 'What people sit on, and where there is space for a wheelchair.';
comment on column public.places.quiet_space is 'Where people can find a quiet space.';
comment on column public.places.restrooms is 'Where the restrooms are, and whether they are accessible.';
comment on column public.places.latitude is 'In degrees north (WGS 84).';
comment on column public.places.longitude is 'In degrees east (WGS 84): negative in Hawaiʻi.';
comment on column public.places.capacity is
  'How many people it has room for: a hint for admins; the limit of an event is its own.';

alter table public.places enable row level security;


create table public.place_notes (
  id uuid primary key,
  notes text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint notes_have_1_to_3000_characters check (btrim(notes) <> '' and public.visible_length(notes) <= 3000)
);

comment on table public.place_notes is
  'What only organizers need to know at a place: keys, Wi-Fi, contacts. A table of its own, so that no search, export,'
  ' log or copy of an event has its words.';
comment on column public.place_notes.id is 'The place.';

alter table public.place_notes enable row level security;
alter table public.place_notes add constraint place_notes_id_fkey
  foreign key (id) references public.places(id) on delete cascade;
