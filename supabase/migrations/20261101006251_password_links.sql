-- Who has forgotten the password gets a link by mail: the newest one alone works, once, for an hour.

create table public.password_links (
  user_id uuid primary key references public.admin_users (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  keys text not null,
  asked_at timestamptz not null default now(),
  token_digest text,
  used_at timestamptz,
  constraint keys_is_a_digest check (keys ~ '^[0-9a-f]{64}$'),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table public.password_links is 'Links that admins have asked for because they forgot their password: the newest of each account.';
comment on column public.password_links.id is 'Another one for each link: its token is made from it.';
comment on column public.password_links.keys is 'keys_of the account when the link was asked for: whatever changes them ends the link.';
comment on column public.password_links.token_digest is 'SHA-256 of the token; it stands in the mail alone.';

create unique index password_links_by_token on public.password_links using btree (token_digest);
create index password_links_by_time on public.password_links using btree (asked_at);

alter table public.password_links enable row level security;
revoke all on public.password_links from public, anon, authenticated, service_role;

create function public.ask_password_link(p_email text, p_address_key text)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  account uuid;
begin
  select a.id into account
    from public.admin_users a
    join auth.users u on u.id = a.id
    where lower(u.email) = lower(btrim(p_email));
  if account is null or not public.owe_mail('password-link', account, p_address_key) then
    return true;
  end if;
  insert into public.password_links (user_id, keys) values (account, public.keys_of(account))
    on conflict (user_id) do update
    set id = gen_random_uuid(), keys = excluded.keys, asked_at = now(), token_digest = null, used_at = null;
  return true;
end;
$$;

comment on function public.ask_password_link(text, text) is 'Owes an admin a mail with a link to a new password, counted under the keyed digest of the address. Answers true in any case, so that nobody learns whose address it is.';

revoke all on function public.ask_password_link(text, text) from public;
grant execute on function public.ask_password_link(text, text) to service_role;

create function public.find_password_link(p_token_digest text)
returns jsonb
language sql
stable
security definer
set search_path to ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when l.used_at is not null then 'used'
        when l.asked_at <= now() - interval '1 hour' or l.keys <> public.keys_of(l.user_id) then 'expired'
        else 'open'
      end,
      'account', l.user_id,
      'email', u.email
    )
    from public.password_links l
    join auth.users u on u.id = l.user_id
    where l.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.find_password_link(text) is 'What a link to a new password leads to: open, used, expired or nowhere (also for one that a newer link has replaced), and whose account it is.';

revoke all on function public.find_password_link(text) from public;
grant execute on function public.find_password_link(text) to service_role;

create function public.note_password_reset(p_user uuid)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
begin
  update public.password_links l set used_at = now() where l.user_id = p_user and l.used_at is null;
  if not found then
    return false;
  end if;
  delete from public.admin_sessions s where s.user_id = p_user;
  perform public.note_access(p_user, 'password-reset');
  return true;
end;
$$;

comment on function public.note_password_reset(uuid) is 'Says that a forgotten password has been replaced: the link is used, every session of the account ends, and its owner is told. Answers false when that was said already.';

revoke all on function public.note_password_reset(uuid) from public;
grant execute on function public.note_password_reset(uuid) to service_role;
