-- Removes the second factor of another admin who has lost it, with a reason for the log; the sessions of that account
-- end. Only for an owner with a fresh proof of identity. Returns false if there was no second factor.
create function public.reset_factor(p_user uuid, p_reason text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason constant text := btrim(p_reason);
begin
  perform private.require_owner_and_proof();
  if p_user = auth.uid() then
    raise exception 'one''s own second factor is turned off, not reset' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(char_length(reason) not between 1 and 200, true) or reason like '%@%' then
    raise exception 'a reason has 1 to 200 characters and no address' using errcode = 'invalid_parameter_value';
  end if;
  delete from private.second_factors f where f.user_id = p_user;
  if not found then
    return false;
  end if;
  perform private.note_access(p_user, 'factor-reset', jsonb_build_object('reason', reason));
  return true;
end;
$$;

-- for owners
grant execute on function public.reset_factor to authenticated;
