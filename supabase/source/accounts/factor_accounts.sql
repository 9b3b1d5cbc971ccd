-- Returns every admin, longest-serving first, with the second factor (made_at is null if there is none) and since when
-- a second factor is required (null if it is not).
create function public.factor_accounts() returns table (
  id uuid, email text, made_at timestamptz, codes_left bigint, required_at timestamptz
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if public.admin_role() is distinct from 'owner' then
    raise exception 'only owners see who has a second factor' using errcode = 'insufficient_privilege';
  end if;
  return query
    select
      a.id, u.email::text, f.made_at,
      (select count(*) from private.recovery_codes r where r.user_id = a.id and r.used_at is null),
      x.factor_required_at
    from public.admin_users a
    join auth.users u on u.id = a.id
    cross join private.access_settings x
    left join private.second_factors f on f.user_id = a.id
    order by a.created_at, u.email;
end;
$$;

-- for owners
grant execute on function public.factor_accounts to authenticated;
