create table public.sign_in_failures (
  id bigint generated always as identity primary key,
  account_key text not null
    constraint account_key_is_a_digest check (account_key ~ '^[0-9a-f]{32}$'),
  address_key text
    constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  at timestamptz not null default now()
);

comment on table public.sign_in_failures is 'Failed sign-ins of the last 15 minutes. Keyed digests, no addresses.';
comment on column public.sign_in_failures.address_key is 'Null where the address is not known.';

create index sign_in_failures_of_an_account on public.sign_in_failures (account_key, at);
create index sign_in_failures_by_time on public.sign_in_failures (at);

create table public.known_addresses (
  account_key text not null
    constraint account_key_is_a_digest check (account_key ~ '^[0-9a-f]{32}$'),
  address_key text not null
    constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  last_used_at timestamptz not null default now(),
  primary key (account_key, address_key)
);

comment on table public.known_addresses is 'From where an account was signed in during the last 90 days. Keyed digests, no addresses.';

create index known_addresses_by_time on public.known_addresses (last_used_at);

alter table public.sign_in_failures enable row level security;
alter table public.known_addresses enable row level security;
revoke all on public.sign_in_failures, public.known_addresses from public, anon, authenticated, service_role;

create function public.sign_in_allowed(p_account_key text, p_address_key text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select count(*) < 10
  from public.sign_in_failures f
  where f.account_key = p_account_key
    and f.at > now() - interval '15 minutes'
    and (
      f.address_key = p_address_key
      or not exists (
        select from public.known_addresses k
        where k.account_key = p_account_key
          and k.address_key = p_address_key
          and k.last_used_at > now() - interval '90 days'
      )
    );
$$;

comment on function public.sign_in_allowed(text, text) is
  'Whether a password may be tried: an account has 10 failures in 15 minutes; an address that signed in to it in the last 90 days has 10 of '
  'its own, whatever strangers do.';

create function public.record_sign_in(p_account_key text, p_address_key text, p_succeeded boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := nullif(p_address_key, '');
begin
  if p_account_key is null or p_account_key !~ '^[0-9a-f]{32}$' or address !~ '^[0-9a-f]{32}$' or p_succeeded is null then
    raise exception 'account and address are keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;

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

  if not p_succeeded then
    insert into public.sign_in_failures (account_key, address_key) values (p_account_key, address);
  elsif address is not null then
    insert into public.known_addresses (account_key, address_key) values (p_account_key, address)
      on conflict (account_key, address_key) do update set last_used_at = now();
    delete from public.sign_in_failures f where f.account_key = p_account_key and f.address_key = address;
  end if;
  return public.sign_in_allowed(p_account_key, p_address_key);
end;
$$;

comment on function public.record_sign_in(text, text, boolean) is
  'Writes how a sign-in ended: a failure counts for 15 minutes, a success makes the address a known one and forgets its failures. Answers '
  'whether the next one is allowed.';

revoke all on function public.sign_in_allowed(text, text), public.record_sign_in(text, text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.sign_in_allowed(text, text), public.record_sign_in(text, text, boolean) to service_role;
