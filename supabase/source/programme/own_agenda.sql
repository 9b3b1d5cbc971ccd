-- Returns {talks, stored_at}: the talk numbers that a person with a spot has stored from a published program, initially
-- none; null if nothing can be stored.
create function private.own_agenda(p_entry uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object('talks', coalesce(to_jsonb(a.talks), '[]'), 'stored_at', a.stored_at)
  from public.reservations r
  join public.events e on e.id = r.event_id and e.is_published
  join public.programmes p on p.id = e.id and p.published_at is not null
  left join private.agendas a on a.entry_id = r.id
  where r.id = p_entry and r.state = 'placed' and r.hold_until is null
);
