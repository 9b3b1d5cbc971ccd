-- Counts an attempt to enter a second-factor code and returns its number and the sealed secret to compare it with. The
-- number is 0 when no code may be tried now: an account may have 5 refused codes in 15 minutes and 30 in a day. An
-- attempt that is blocked this way is not counted, so it does not prolong the block. Returns no row for a session that
-- has ended or an account without a second factor.
create function public.begin_code_try(p_user uuid, p_session uuid) returns table (attempt bigint, sealed_secret text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not exists (
    select from private.admin_sessions s
    where s.id = p_session and s.user_id = p_user and s.keys = private.credentials_digest(p_user)
  ) then
    return;
  end if;

  -- Serializes the attempts of one account.
  perform pg_advisory_xact_lock(hashtextextended('code ' || p_user, 0));
  delete from private.factor_tries t where t.at <= now() - private.code_try_period();

  if (
    select count(*) filter (where t.at > now() - interval '15 minutes') >= 5 or count(*) >= 30
    from private.factor_tries t where t.user_id = p_user
  ) then
    return query select 0::bigint, null::text from private.second_factors f where f.user_id = p_user;
    return;
  end if;

  return query
    with begun as (
      insert into private.factor_tries (user_id)
        select f.user_id from private.second_factors f where f.user_id = p_user
        returning id
    )
    select b.id, f.sealed_secret from begun b cross join private.second_factors f where f.user_id = p_user;
end;
$$;

grant execute on function public.begin_code_try to service_role;
