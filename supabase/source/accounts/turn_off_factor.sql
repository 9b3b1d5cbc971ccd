-- Removes the second factor of the caller's account and its recovery codes; the other sessions of the account end.
-- Returns false if there was no second factor.
create function public.turn_off_factor() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform private.require_proof();
  delete from private.second_factors f where f.user_id = own;
  if not found then
    return false;
  end if;
  update private.admin_sessions s set keys = private.credentials_digest(own)
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = own;
  perform private.note_access(own, 'factor-off');
  return true;
end;
$$;

-- for admins: writes the removal of the caller's own second factor, after a fresh proof
grant execute on function public.turn_off_factor to authenticated;
