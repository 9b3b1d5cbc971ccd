-- Events of one series lead to each other.
alter table public.events
  add column series text,
  add constraint series_has_1_to_100_characters check (btrim(series) <> '' and public.visible_length(series) <= 100);

comment on column public.events.series is 'Name of what this event is one edition of; events with the same name lead to each other.';

grant select (series) on public.events to anon;
grant insert (series), update (series) on public.events to authenticated;
