create function public.check_in(p_token_digest text, p_code text, p_people integer, p_helper text) returns public.check_in_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_one public.reservations;
begin
  select r.* into found_one
    from private.door_pass(p_token_digest) d
    join public.reservations r on r.event_id = d.event_id and r.code = p_code
    where d.state = 'open'
    for update of r;
  if not found then
    return 'not-found';
  end if;
  if found_one.checked_in_at is not null then
    return 'already-in';
  end if;
  if found_one.state <> 'placed' then
    return 'no-spot';
  end if;
  update public.reservations r
    set arrived = least(greatest(p_people, 1), found_one.party), checked_in_at = now(), checked_in_by = p_helper, hold_until = null
    where r.id = found_one.id;
  return 'in';
end;
$$;

comment on function public.check_in(text, text, integer, text) is
  'Notes that p_people of a party have come, for a helper with a pass of the event while its door is open. Answers in, already-in (nothing changes), no-spot or not-found.';

grant execute on function public.check_in(text, text, integer, text) to service_role;
