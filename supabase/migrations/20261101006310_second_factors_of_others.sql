-- Owners may require a second factor of all admins, and reset that of somebody who has lost it.

create function public.demand_owner_and_proof()
returns void
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  perform public.demand_proof();
  if public.admin_role() is distinct from 'owner' then
    raise exception 'this is for owners' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function public.demand_owner_and_proof() is 'Raises unless the caller is an owner with a fresh proof.';

revoke all on function public.demand_owner_and_proof() from public;

create function public.factor_accounts()
returns table (id uuid, email text, made_at timestamptz, codes_left bigint, required_at timestamptz)
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  if public.admin_role() is distinct from 'owner' then
    raise exception 'only owners see who has a second factor' using errcode = 'insufficient_privilege';
  end if;
  return query
    select
      a.id, u.email::text, f.made_at,
      (select count(*) from public.recovery_codes r where r.user_id = a.id and r.used_at is null),
      x.factor_required_at
    from public.admin_users a
    join auth.users u on u.id = a.id
    cross join public.access_settings x
    left join public.second_factors f on f.user_id = a.id
    order by a.created_at, u.email;
end;
$$;

comment on function public.factor_accounts() is 'Every admin, the longest serving first, with the second factor (made_at null: none), and since when one is required (null: it is not).';

revoke all on function public.factor_accounts() from public;
grant execute on function public.factor_accounts() to authenticated;

create function public.require_factor(p_required boolean)
returns text
language plpgsql
security definer
set search_path to ''
as $$
begin
  perform public.demand_owner_and_proof();
  if p_required and not exists (select from public.second_factors f where f.user_id = auth.uid()) then
    return 'none-of-your-own';
  end if;
  update public.access_settings x set factor_required_at = case when p_required then now() end
    where (x.factor_required_at is not null) <> p_required;
  if found then
    perform public.note_access(auth.uid(), case when p_required then 'factor-required' else 'factor-not-required' end);
  end if;
  return case when p_required then 'required' else 'optional' end;
end;
$$;

comment on function public.require_factor(boolean) is 'Whether admins need a second factor, each within 7 days. An owner with a fresh proof says so, who has one. Answers required, optional or none-of-your-own.';

revoke all on function public.require_factor(boolean) from public;
grant execute on function public.require_factor(boolean) to authenticated;

create function public.reset_factor(p_user uuid, p_reason text)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  reason constant text := btrim(p_reason);
begin
  perform public.demand_owner_and_proof();
  if p_user = auth.uid() then
    raise exception 'one''s own second factor is turned off, not reset' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(char_length(reason) not between 1 and 200, true) or reason like '%@%' then
    raise exception 'a reason has 1 to 200 characters and no address' using errcode = 'invalid_parameter_value';
  end if;
  delete from public.second_factors f where f.user_id = p_user;
  if not found then
    return false;
  end if;
  perform public.note_access(p_user, 'factor-reset', jsonb_build_object('reason', reason));
  return true;
end;
$$;

comment on function public.reset_factor(uuid, text) is 'Takes the second factor of another admin away who has lost it, with a reason for the log; the sessions of that account end. An owner with a fresh proof does it. Answers false where there was none.';

revoke all on function public.reset_factor(uuid, text) from public;
grant execute on function public.reset_factor(uuid, text) to authenticated;

create function public.reset_factor_of(p_email text)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  account uuid;
begin
  delete from public.second_factors f
    using auth.users u
    where u.id = f.user_id and lower(u.email) = lower(btrim(p_email))
    returning f.user_id into account;
  if account is null then
    return false;
  end if;
  perform public.note_access(account, 'factor-reset', '{"by": "operator"}');
  return true;
end;
$$;

comment on function public.reset_factor_of(text) is 'The same for the operator, who names the address. Answers false where there was none.';

revoke all on function public.reset_factor_of(text) from public;
grant execute on function public.reset_factor_of(text) to service_role;
