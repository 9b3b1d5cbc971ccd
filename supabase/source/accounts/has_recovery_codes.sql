-- Whether these are exactly the recovery codes of an account, used or not.
create function private.has_recovery_codes(p_user uuid, p_digests text[]) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    array_agg(r.digest::text order by r.digest) = (select array_agg(d order by d) from unnest(p_digests) d), false
  )
  from private.recovery_codes r where r.user_id = p_user;
$$;
