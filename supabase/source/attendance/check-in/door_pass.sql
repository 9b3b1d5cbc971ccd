-- Returns the event that a pass is for, and whether its door is open: from two hours before the start to four hours
-- after the end; for a sample event, from the moment it is made.
create function private.door_pass(p_token_digest text) returns table (event_id uuid, state text)
language sql
stable
as $$
  select e.id,
    case
      when e.starts_at is null or e.status <> 'scheduled' or not e.takes_reservations then 'closed'
      when now() < e.starts_at - interval '2 hours' and not private.is_sample_event(e.id) then 'early'
      when now() >= e.over_at + interval '4 hours' then 'over'
      else 'open'
    end
  from public.door_passes d
  join public.events e on e.id = d.event_id
  where d.token_digest = p_token_digest and d.ended_at is null;
$$;
