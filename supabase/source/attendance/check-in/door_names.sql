-- Returns who has a spot in the room, for a helper with a pass while the door is open, searched by part of the name
-- (folded) or by the code: a list of {name, party, code, arrived, checked_in_at, checked_in_by}, sorted by name.
create function public.door_names(
  p_token_digest text,
  p_search text default '',
  p_limit integer default 50
) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select coalesce(jsonb_agg(to_jsonb(guest) - 'folded' order by guest.folded, guest.name, guest.code), '[]')
  from (
    select w.name, public.fold(w.name) as folded, r.party, r.code, r.arrived, r.checked_in_at, r.checked_in_by
    from private.door_pass(p_token_digest) d
    join public.reservations r on r.event_id = d.event_id and r.state = 'placed' and r.attends = 'room'
    join public.waitlist_entries w on w.id = r.id
    where d.state = 'open'
      and (btrim(p_search) = '' or strpos(public.fold(w.name), public.fold(btrim(p_search))) > 0
        or r.code = upper(regexp_replace(p_search, '[^[:alpha:]]', '', 'g')))
    order by public.fold(w.name), w.name, r.code
    limit least(greatest(p_limit, 0), 5000)
  ) guest
);

grant execute on function public.door_names to service_role;
