create table public.events (
  id uuid primary key default gen_random_uuid(),
  key text not null unique
    constraint key_is_a_slug check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  title text not null
    constraint title_has_1_to_200_characters check (btrim(title) <> '' and char_length(title) <= 200),
  starts_at timestamptz,
  ends_at timestamptz,
  date_precision text not null default 'tba' check (date_precision in ('exact', 'day', 'month', 'quarter', 'tba')),
  over_at timestamptz generated always as (
    case date_precision
      when 'exact' then
        coalesce(ends_at, (date_trunc('day', starts_at at time zone 'Pacific/Honolulu') + interval '1 day') at time zone 'Pacific/Honolulu')
      when 'day' then
        (date_trunc('day', starts_at at time zone 'Pacific/Honolulu') + interval '1 day') at time zone 'Pacific/Honolulu'
      when 'month' then
        (date_trunc('month', starts_at at time zone 'Pacific/Honolulu') + interval '1 month') at time zone 'Pacific/Honolulu'
      when 'quarter' then
        (date_trunc('quarter', starts_at at time zone 'Pacific/Honolulu') + interval '3 months') at time zone 'Pacific/Honolulu'
    end
  ) stored,
  time_note text
    constraint time_note_has_1_to_200_characters check (btrim(time_note) <> '' and char_length(time_note) <= 200),
  place text not null
    constraint place_has_1_to_200_characters check (btrim(place) <> '' and char_length(place) <= 200),
  attendee_limit integer check (attendee_limit > 0),
  summary text not null
    constraint summary_has_1_to_500_characters check (btrim(summary) <> '' and char_length(summary) <= 500),
  about text not null default ''
    constraint about_has_at_most_20000_characters check (char_length(about) <= 20000),
  ticket_url text
    constraint ticket_url_leads_to_the_web check (ticket_url ~ '^https?://[^[:space:]]+$' and char_length(ticket_url) <= 2048),
  poster_path text
    constraint poster_path_is_a_path_or_leads_to_the_web check (
      poster_path ~ '^(https?://[^[:space:]/]+/|/)?[A-Za-z0-9][A-Za-z0-9._%/-]*$' and char_length(poster_path) <= 500
    ),
  poster_alt text
    constraint poster_alt_has_1_to_300_characters check (btrim(poster_alt) <> '' and char_length(poster_alt) <= 300),
  poster_width integer check (poster_width between 1 and 20000),
  poster_height integer check (poster_height between 1 and 20000),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled', 'postponed')),
  is_published boolean not null default false,
  tab_order integer unique check (tab_order > 0),
  tab_label text
    constraint tab_label_has_1_to_60_characters check (btrim(tab_label) <> '' and char_length(tab_label) <= 60),
  sequence integer not null default 0 check (sequence >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint a_date_is_known_or_to_be_announced check ((starts_at is null) = (date_precision = 'tba')),
  constraint only_an_exact_time_has_an_end check (ends_at is null or date_precision = 'exact'),
  constraint an_event_ends_after_it_starts check (ends_at > starts_at),
  constraint a_poster_is_described_and_measured check (
    num_nonnulls(poster_path, poster_alt, poster_width, poster_height) in (0, 4)
  )
);

comment on table public.events is 'Events. Visitors see published ones.';
comment on column public.events.starts_at is 'First instant of the day, month or quarter where the precision is coarser than exact.';
comment on column public.events.over_at is 'Instant from which the event is past; null while no date is announced.';
comment on column public.events.time_note is 'Printed beside the date.';
comment on column public.events.about is 'Paragraphs, separated by blank lines.';
comment on column public.events.tab_order is 'Place among the tabs of /events; null for events without a tab.';
comment on column public.events.sequence is 'Revision that calendars compare; grows whenever title, time, place or status change.';

create index events_by_start on public.events (starts_at desc);

create function public.set_event_sequence() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.sequence := greatest(new.sequence, old.sequence + 1);
  return new;
end;
$$;

comment on function public.set_event_sequence() is 'Trigger: makes calendars take over a changed event.';

revoke all on function public.set_event_sequence() from public, anon, authenticated, service_role;

create trigger set_updated_at before update on public.events
  for each row execute function public.set_updated_at();

create trigger set_event_sequence before update on public.events
  for each row
  when (
    (old.title, old.starts_at, old.ends_at, old.date_precision, old.place, old.status)
    is distinct from (new.title, new.starts_at, new.ends_at, new.date_precision, new.place, new.status)
  )
  execute function public.set_event_sequence();

alter table public.events enable row level security;
revoke all on public.events from public, anon, authenticated, service_role;

grant select (
  id, key, title, starts_at, ends_at, date_precision, over_at, time_note, place, attendee_limit, summary, about, ticket_url,
  poster_path, poster_alt, poster_width, poster_height, status, tab_order, tab_label, sequence, created_at, updated_at
) on public.events to anon;
grant select, delete on public.events to authenticated;
grant insert (
  key, title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about, ticket_url,
  poster_path, poster_alt, poster_width, poster_height, status, is_published, tab_order, tab_label
) on public.events to authenticated;
grant update (
  key, title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about, ticket_url,
  poster_path, poster_alt, poster_width, poster_height, status, is_published, tab_order, tab_label, sequence
) on public.events to authenticated;

create policy "Visitors read published events" on public.events
  for select to anon, authenticated using (is_published);

create policy "Admins read all events" on public.events
  for select to authenticated using ((select public.is_admin()));

create policy "Admins add events" on public.events
  for insert to authenticated with check ((select public.is_admin()));

create policy "Admins change events" on public.events
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Admins delete events" on public.events
  for delete to authenticated using ((select public.is_admin()));
