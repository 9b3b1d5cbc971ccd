-- Returns what a helper's phone stores for working offline while the door is open: {state: open, key, title, closes_in
-- (milliseconds), guests: [{code (a digest), name, party, arrived, at, by}]}; otherwise {state: ended}.
create function public.phone_list(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', d.state,
      'key', p.id,
      'title', e.title,
      'closes_in', extract(epoch from e.over_at + interval '4 hours' - now())::bigint * 1000,
      'guests', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'code', private.code_digest(p.id, r.code), 'name', w.name, 'party', r.party,
          'arrived', r.arrived, 'at', r.checked_in_at, 'by', r.checked_in_by
        ) order by public.fold(w.name), w.name, r.code), '[]')
        from public.reservations r
        join public.waitlist_entries w on w.id = r.id
        where r.event_id = d.event_id and r.state = 'placed' and r.attends = 'room'
      )
    )
    from private.door_pass(p_token_digest) d
    join public.door_passes p on p.token_digest = p_token_digest
    join public.events e on e.id = d.event_id
    where d.state = 'open'
  ),
  jsonb_build_object('state', 'ended')
);

grant execute on function public.phone_list to service_role;
