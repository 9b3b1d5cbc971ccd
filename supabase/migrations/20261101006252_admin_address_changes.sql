-- Admins change the address that they sign in with: a link in a mail to the new one does it, and the old one is told.

create table public.admin_address_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.admin_users (id) on delete cascade,
  email text not null,
  previous_email text not null,
  keys text not null,
  token_digest text,
  asked_at timestamptz not null default now(),
  canceled_at timestamptz,
  confirmed_at timestamptz,
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint keys_is_a_digest check (keys ~ '^[0-9a-f]{64}$'),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table public.admin_address_changes is 'Addresses that admins want to sign in with instead. Confirmed within 24 hours of asked_at or not at all.';
comment on column public.admin_address_changes.email is 'The new address.';
comment on column public.admin_address_changes.previous_email is 'The address of the account when the change was asked for; its owner is told.';
comment on column public.admin_address_changes.keys is 'keys_of the account when the change was asked for: a new password in between ends it.';
comment on column public.admin_address_changes.token_digest is 'SHA-256 of the token that confirms it; it stands in the mail to the new address alone.';

create unique index one_admin_address_change_at_a_time on public.admin_address_changes using btree (user_id) where canceled_at is null and confirmed_at is null;
create unique index admin_address_changes_by_token on public.admin_address_changes using btree (token_digest);
create index admin_address_changes_of_an_account on public.admin_address_changes using btree (user_id);
create index admin_address_changes_by_time on public.admin_address_changes using btree (asked_at);

alter table public.admin_address_changes enable row level security;
revoke all on public.admin_address_changes from public, anon, authenticated, service_role;

create function public.ask_admin_address(p_email text, p_address_key text)
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  present text;
  change_id uuid := gen_random_uuid();
begin
  perform public.demand_proof();
  -- Two at once come one after the other.
  perform from public.admin_users a where a.id = auth.uid() for update;
  select u.email into present from auth.users u where u.id = auth.uid();
  if lower(present) = lower(p_email) then
    return 'same';
  end if;
  if exists (select from auth.users u where lower(u.email) = lower(p_email)) then
    return 'taken';
  end if;
  if not public.owe_mail('admin-new-address', change_id, p_address_key) then
    return 'not-now';
  end if;
  update public.admin_address_changes c set canceled_at = now()
    where c.user_id = auth.uid() and c.canceled_at is null and c.confirmed_at is null;
  insert into public.admin_address_changes (id, user_id, email, previous_email, keys)
    values (change_id, auth.uid(), p_email, present, public.keys_of(auth.uid()));
  insert into public.mails (purpose, person, occasion) values ('admin-old-address', change_id, 1);
  perform public.note_access(auth.uid(), 'address-asked');
  return 'asked';
end;
$$;

comment on function public.ask_admin_address(text, text) is 'Owes a mail to an address that the caller wants to sign in with, counted under its keyed digest, in the place of a change asked for before, and tells the present address; after a fresh proof. Answers asked, same, taken (another account has it) or not-now (no mail can go there: 5 were owed today, or its owner wants none).';

revoke all on function public.ask_admin_address(text, text) from public;
grant execute on function public.ask_admin_address(text, text) to authenticated;

create function public.own_address_change()
returns jsonb
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins have a change of address' using errcode = 'insufficient_privilege';
  end if;
  return (
    select jsonb_build_object('email', c.email, 'asked_at', c.asked_at)
    from public.admin_address_changes c
    where c.user_id = auth.uid()
      and c.canceled_at is null
      and c.confirmed_at is null
      and c.asked_at > now() - interval '24 hours'
      and c.keys = public.keys_of(c.user_id)
  );
end;
$$;

comment on function public.own_address_change() is 'The address that the caller has asked to sign in with, and when; null where there is none that can still be confirmed.';

revoke all on function public.own_address_change() from public;
grant execute on function public.own_address_change() to authenticated;

create function public.cancel_address_change()
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins have a change of address to cancel' using errcode = 'insufficient_privilege';
  end if;
  update public.admin_address_changes c set canceled_at = now()
    where c.user_id = auth.uid() and c.canceled_at is null and c.confirmed_at is null;
  return found;
end;
$$;

comment on function public.cancel_address_change() is 'Takes back the caller''s change of address; the link in the mail leads nowhere then. Answers false when there was none.';

revoke all on function public.cancel_address_change() from public;
grant execute on function public.cancel_address_change() to authenticated;

create function public.find_admin_address(p_token_digest text)
returns jsonb
language sql
stable
security definer
set search_path to ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when c.confirmed_at is not null then 'changed'
        when c.canceled_at is not null or c.keys <> public.keys_of(c.user_id) then 'canceled'
        when c.asked_at <= now() - interval '24 hours' then 'expired'
        when exists (select from auth.users o where lower(o.email) = lower(c.email) and o.id <> c.user_id) then 'taken'
        else 'open'
      end,
      'account', c.user_id,
      'email', c.email,
      'previous_email', c.previous_email
    )
    from public.admin_address_changes c
    where c.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.find_admin_address(text) is 'What the link in a mail to a new address leads to: open, changed, canceled, expired, taken (another account has the address by now) or nowhere; whose account it is, and both addresses.';

revoke all on function public.find_admin_address(text) from public;
grant execute on function public.find_admin_address(text) to service_role;

create function public.note_new_address(p_token_digest text)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  change public.admin_address_changes;
begin
  -- Also when it was taken back in this second: what the account has now is told in any case.
  update public.admin_address_changes c set confirmed_at = now(), canceled_at = null
    from auth.users u
    where c.token_digest = p_token_digest and c.confirmed_at is null and u.id = c.user_id and lower(u.email) = lower(c.email)
    returning c.* into change;
  if not found then
    return false;
  end if;
  delete from public.admin_sessions s where s.user_id = change.user_id;
  insert into public.mails (purpose, person, occasion) values ('admin-old-address', change.id, 2);
  perform public.note_access(change.user_id, 'address-changed');
  return true;
end;
$$;

comment on function public.note_new_address(text) is 'Says that an account has the address of a change now: every session of it ends, and both addresses are told. Answers false when that was said already, or when the account has another address.';

revoke all on function public.note_new_address(text) from public;
grant execute on function public.note_new_address(text) to service_role;
