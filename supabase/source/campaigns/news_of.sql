-- Returns the kind of campaign that a person with this knowledge of an event is owed: cancelled, postponed or changed;
-- null for none. A date that is no longer known is news only with a new place.
create function private.news_of(p_told jsonb, event public.events) returns text
language sql
immutable
return case
  when p_told = event.relied_on then null
  when event.status <> 'scheduled' then nullif(event.status, p_told ->> 'status')
  when event.date_precision in ('exact', 'day')
    or (p_told ->> 'place', p_told ->> 'meets') is distinct from (event.place, event.meets) then 'changed'
end;
