create table private.samples (
  id integer generated always as identity primary key,
  event_id uuid unique,
  recap_of uuid unique,
  issue_id uuid unique,
  like_id bigint unique,
  constraint a_sample_is_one_thing check (num_nonnulls(event_id, recap_of, issue_id, like_id) = 1)
);

comment on table private.samples is
  'What supabase/samples.sql has added and nobody has made their own since: an event, the recap of an event, an issue or a like each.';
comment on column private.samples.recap_of is 'The event that has the recap; the event itself may be no sample.';

alter table private.samples enable row level security;
