-- Whether subscribers of its series may be notified of an edition in its current state: everyone may see it, it takes
-- place on a known day in the future, and is not a sample.
create function private.is_to_announce(p_event public.events) returns boolean
language sql
stable
return p_event.is_listed
  and p_event.status = 'scheduled'
  and p_event.date_precision in ('exact', 'day')
  and p_event.starts_at > now()
  and not private.is_sample_event(p_event.id);
