-- Sets whether admins need a second factor, each within 7 days. Only for an owner with a fresh proof of identity, who
-- must have a second factor to require one. Returns required, optional or none-of-your-own.
create function public.require_factor(p_required boolean) returns public.require_factor_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_owner_and_proof();
  if p_required and not exists (select from private.second_factors f where f.user_id = auth.uid()) then
    return 'none-of-your-own';
  end if;
  update private.access_settings x set factor_required_at = case when p_required then now() end
    where (x.factor_required_at is not null) <> p_required;
  if found then
    perform private.note_access(auth.uid(), case when p_required then 'factor-required' else 'factor-not-required' end);
  end if;
  return case when p_required then 'required' else 'optional' end;
end;
$$;

-- for owners
grant execute on function public.require_factor to authenticated;
