-- Whether a visible event accepts talk proposals.
create function private.call_is_open(p_event uuid) returns boolean
language sql
stable
return exists (
  select from private.talk_calls c
  join public.events e on e.id = c.event_id
  where c.event_id = p_event
    and c.deadline > now()
    and e.is_published
    and e.status <> 'cancelled'
    and coalesce(e.over_at > now(), true)
);
