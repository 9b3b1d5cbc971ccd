-- Records that p_people of a party have arrived, for a helper with a pass of the event while its door is open; with
-- p_seen, that they came after those who are in. Returns in, already-in (nothing changes), no-spot or not-found.
create function public.check_in(
  p_token_digest text,
  p_code text,
  p_people integer,
  p_helper text,
  p_seen integer default null
) returns public.check_in_outcome
language sql
security definer
set search_path = ''
return coalesce(
  (
    select private.let_in(r.id, p_people, p_helper, now(), p_seen)
    from private.door_pass(p_token_digest) d
    join public.reservations r on r.event_id = d.event_id and r.code = p_code and r.attends = 'room'
    where d.state = 'open'
  ),
  'not-found'
);

grant execute on function public.check_in to service_role;
