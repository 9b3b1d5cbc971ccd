-- Returns since when the caller has a second factor and the number of recovery codes left. No row without a second
-- factor.
create function public.own_factor() returns table (made_at timestamptz, codes_left bigint)
language sql
stable
security definer
set search_path = ''
as $$
  select f.made_at, (select count(*) from private.recovery_codes r where r.user_id = f.user_id and r.used_at is null)
  from private.second_factors f
  where f.user_id = auth.uid()
    and exists (select from private.admin_standing() s where s.standing in ('open', 'factor'));
$$;

-- for members: reads the caller's own second factor
grant execute on function public.own_factor to authenticated;
