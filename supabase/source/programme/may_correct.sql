-- Whether a speaker may still correct their texts: until the event is over.
create function private.may_correct(p_speaker uuid) returns boolean
language sql
stable
return exists (
  select from public.speakers s
  join public.events e on e.id = s.event_id
  where s.id = p_speaker and (e.over_at is null or e.over_at > now() or e.status = 'postponed')
);
