-- Records how an attempt that begin_sign_in has counted ended (failed, succeeded, or unknown, which is not counted).
-- Returns false for one that is settled already.
create function public.settle_sign_in(p_attempt bigint, p_outcome text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account text;
  address text;
  device text;
begin
  if p_attempt is null or p_outcome is null or p_outcome not in ('failed', 'succeeded', 'unknown') then
    raise exception 'a try has failed, succeeded, or its end is unknown' using errcode = 'invalid_parameter_value';
  end if;

  select f.account_key, f.address_key, f.device_key into account, address, device
    from private.sign_in_failures f
    where f.id = p_attempt and not f.is_settled;
  if not found then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || account, 0));

  if p_outcome = 'failed' then
    update private.sign_in_failures f set is_settled = true where f.id = p_attempt and not f.is_settled;
    return found;
  end if;
  delete from private.sign_in_failures f where f.id = p_attempt and not f.is_settled;
  if not found then
    return false;
  end if;
  if p_outcome = 'succeeded' and address is not null then
    insert into private.known_addresses (account_key, address_key) values (account, address)
      on conflict (account_key, address_key) do update set last_used_at = now();
    delete from private.sign_in_failures f
      where f.account_key = account and (f.address_key = address or f.device_key = device) and f.is_settled;
  end if;
  return true;
end;
$$;

grant execute on function public.settle_sign_in to service_role;
