-- Replaces an account's recovery codes with ten new ones.
create function private.set_recovery_codes(p_user uuid, p_digests text[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(distinct d) from unnest(p_digests) d) is distinct from 10 then
    raise exception 'there are ten recovery codes' using errcode = 'invalid_parameter_value';
  end if;
  delete from private.recovery_codes r where r.user_id = p_user;
  insert into private.recovery_codes (user_id, digest) select p_user, d from unnest(p_digests) d;
end;
$$;
