-- Undoes a check-in. Returns whether there was one.
create function public.undo_check_in(p_token_digest text, p_code text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.reservations r
    set arrived = null, checked_in_at = null, checked_in_by = null
    from private.door_pass(p_token_digest) d
    where d.state = 'open' and r.event_id = d.event_id and r.code = p_code and r.checked_in_at is not null;
  return found;
end;
$$;

grant execute on function public.undo_check_in to service_role;
