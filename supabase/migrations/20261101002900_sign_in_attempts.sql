-- Asking first and writing afterwards let any number of tries at once through, so a try is now counted before the
-- password is looked at.
alter table public.sign_in_failures add column is_settled boolean not null default true;

comment on table public.sign_in_failures is
  'Failed sign-ins of the last 15 minutes, and tries that are under way. Keyed digests, no addresses.';
comment on column public.sign_in_failures.is_settled is
  'False while the password is being looked at. A try whose end nobody wrote counts for a minute.';

create function public.begin_sign_in(p_account_key text, p_address_key text) returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := nullif(p_address_key, '');
  attempt bigint;
begin
  if p_account_key is null or p_account_key !~ '^[0-9a-f]{32}$' or address !~ '^[0-9a-f]{32}$' then
    raise exception 'account and address are keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;

  -- Tries of one account are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || p_account_key, 0));

  delete from public.sign_in_failures f
    where f.id in (
      select old.id from public.sign_in_failures old
      where old.at <= now() - interval '15 minutes'
      order by old.at
      limit 100
      for update skip locked
    );
  delete from public.known_addresses k
    where (k.account_key, k.address_key) in (
      select old.account_key, old.address_key from public.known_addresses old
      where old.last_used_at <= now() - interval '90 days'
      order by old.last_used_at
      limit 100
      for update skip locked
    );

  if (
    select count(*) >= 10
    from public.sign_in_failures f
    where f.account_key = p_account_key
      and f.at > now() - case when f.is_settled then interval '15 minutes' else interval '1 minute' end
      and (
        f.address_key = address
        or not exists (
          select from public.known_addresses k
          where k.account_key = p_account_key
            and k.address_key = address
            and k.last_used_at > now() - interval '90 days'
        )
      )
  ) then
    return 0;
  end if;

  insert into public.sign_in_failures (account_key, address_key, is_settled)
    values (p_account_key, address, false)
    returning id into attempt;
  return attempt;
end;
$$;

comment on function public.begin_sign_in(text, text) is
  'Counts a try of a password and answers its number, or 0 when the password may not be tried; a refused try is not counted, so that it '
  'prolongs nothing. An account has 10 failures in 15 minutes; an address that signed in to it in the last 90 days has 10 of its own, '
  'whatever strangers do.';

create function public.settle_sign_in(p_attempt bigint, p_outcome text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account text;
  address text;
begin
  if p_attempt is null or p_outcome is null or p_outcome not in ('failed', 'succeeded', 'unknown') then
    raise exception 'a try has failed, succeeded, or its end is unknown' using errcode = 'invalid_parameter_value';
  end if;

  select f.account_key, f.address_key into account, address
    from public.sign_in_failures f
    where f.id = p_attempt and not f.is_settled;
  if not found then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || account, 0));

  if p_outcome = 'failed' then
    update public.sign_in_failures f set is_settled = true where f.id = p_attempt and not f.is_settled;
    return found;
  end if;
  delete from public.sign_in_failures f where f.id = p_attempt and not f.is_settled;
  if not found then
    return false;
  end if;
  if p_outcome = 'succeeded' and address is not null then
    insert into public.known_addresses (account_key, address_key) values (account, address)
      on conflict (account_key, address_key) do update set last_used_at = now();
    delete from public.sign_in_failures f
      where f.account_key = account and f.address_key = address and f.is_settled;
  end if;
  return true;
end;
$$;

comment on function public.settle_sign_in(bigint, text) is
  'Writes how a try ended that begin_sign_in has counted: failed counts for 15 minutes, succeeded makes the address a known one and forgets '
  'its failures, unknown (nobody could tell whether the password was right) takes the try back. Answers false for a try that is over already.';

comment on function public.sign_in_allowed(text, text) is
  'What the Worker of the release before begin_sign_in asks; it goes with the release after.';
comment on function public.record_sign_in(text, text, boolean) is
  'What the Worker of the release before settle_sign_in writes; it goes with the release after.';

revoke all on function public.begin_sign_in(text, text), public.settle_sign_in(bigint, text)
  from public, anon, authenticated, service_role;
grant execute on function public.begin_sign_in(text, text), public.settle_sign_in(bigint, text) to service_role;
