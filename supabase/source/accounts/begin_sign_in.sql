-- Counts an attempt to enter a password and returns its number: 0 when none may be tried now, -1 when nobody can sign
-- in because the database is read-only. 10 failures in 15 minutes close an account, except to browsers and addresses it
-- knows.
create function public.begin_sign_in(
  p_account_key text,
  p_address_key text,
  p_device_key text default null,
  p_email text default null
) returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := nullif(p_address_key, '');
  device constant text := nullif(p_device_key, '');
  -- Whether someone has signed in to the account with this browser, or from this address.
  device_is_known boolean;
  address_is_known boolean;
  attempt bigint;
begin
  if p_account_key is null
    or p_account_key !~ '^[0-9a-f]{32}$'
    or address !~ '^[0-9a-f]{32}$'
    or device !~ '^[0-9a-f]{32}$'
  then
    raise exception 'account, address and device are keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;

  -- In a database that has outgrown its plan, the data API can still write but the auth server cannot, so it could not
  -- begin a session.
  if current_setting('default_transaction_read_only')::boolean then
    return -1;
  end if;

  -- Serializes the attempts of one account.
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || p_account_key, 0));

  delete from private.sign_in_failures f
    where f.id in (
      select old.id from private.sign_in_failures old
      where old.at <= now() - interval '15 minutes'
      order by old.at
      limit 100
      for update skip locked
    );
  delete from private.known_addresses k
    where (k.account_key, k.address_key) in (
      select old.account_key, old.address_key from private.known_addresses old
      where old.last_used_at <= now() - private.known_period()
      order by old.last_used_at
      limit 100
      for update skip locked
    );

  device_is_known := exists (
    select from private.known_devices d
    join auth.users u on u.id = d.user_id
    where d.device_key = device
      and lower(u.email) = lower(btrim(p_email))
      and d.last_used_at > now() - private.known_period()
  );
  address_is_known := exists (
    select from private.known_addresses k
    where k.account_key = p_account_key and k.address_key = address and k.last_used_at > now() - private.known_period()
  );
  if (
    select count(*) >= 10
    from private.sign_in_failures f
    where f.account_key = p_account_key
      and f.at > now() - case when f.is_settled then interval '15 minutes' else interval '1 minute' end
      and case
        when device_is_known then f.device_key = device
        when address_is_known then f.address_key = address
        else true
      end
  ) then
    return 0;
  end if;

  insert into private.sign_in_failures (account_key, address_key, device_key, is_settled)
    values (p_account_key, address, device, false)
    returning id into attempt;
  return attempt;
end;
$$;

grant execute on function public.begin_sign_in to service_role;
