-- Does the same as reset_factor for the operator, who gives the email address. Returns false if there was no second
-- factor.
create function public.reset_factor_of(p_email text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  delete from private.second_factors f
    using auth.users u
    where u.id = f.user_id and lower(u.email) = lower(btrim(p_email))
    returning f.user_id into account;
  if account is null then
    return false;
  end if;
  perform private.note_access(account, 'factor-reset', '{"by": "operator"}');
  return true;
end;
$$;

grant execute on function public.reset_factor_of to service_role;
