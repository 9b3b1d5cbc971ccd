create table private.samples (
  id integer generated always as identity primary key,
  event_id uuid unique,
  recap_of uuid unique,
  issue_id uuid unique,
  like_id bigint unique,
  series_id uuid unique,
  programme_of uuid unique,
  place_id uuid unique,
  entry_id uuid unique,
  constraint a_sample_is_one_thing check (
    num_nonnulls(event_id, recap_of, issue_id, like_id, series_id, programme_of, place_id, entry_id) = 1
  )
);

comment on table private.samples is
  'What supabase/samples.sql has added and nobody has made their own since, and the editions made from a sample;'
  ' each row is an event, the recap or the program of an event, an issue, a like, a series, a place or a'
  ' person on a list who does not exist.';
comment on column private.samples.recap_of is 'The event that has the recap; the event itself need not be a sample.';
comment on column private.samples.programme_of is
  'The event that has the program; the event itself need not be a sample.';

alter table private.samples enable row level security;
