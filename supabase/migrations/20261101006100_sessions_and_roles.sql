-- An admin has a role, and is one only with a session that the Worker has begun and that is alive. The release before knows
-- nothing of sessions: a database with admins goes on without the demand until sessions_required is switched on after the deploy.

create table public.access_settings (
  id boolean primary key default true constraint one_row check (id),
  sessions_required boolean not null,
  factor_required_at timestamptz
);

comment on table public.access_settings is 'How admins get in: one row.';
comment on column public.access_settings.sessions_required is 'Whether a token counts only with a session in admin_sessions.';
comment on column public.access_settings.factor_required_at is 'Since when admins need a second factor; null: they choose. Each account has 7 days from then or from its first sign-in, whichever is later.';

alter table public.access_settings enable row level security;

insert into public.access_settings (sessions_required) select not exists (select from public.admin_users);

alter table public.admin_users
  add column role text not null default 'owner' constraint role_is_known check (role in ('owner', 'editor')),
  add column first_signed_in_at timestamptz;

comment on column public.admin_users.role is 'owner: everything; editor: all but people and their data, keys, settings and exports.';
comment on column public.admin_users.first_signed_in_at is 'Null before.';

create table public.second_factors (
  user_id uuid primary key references public.admin_users (id) on delete cascade,
  sealed_secret text not null constraint secret_is_sealed check (sealed_secret ~ '^Fe26[.]2[*][A-Za-z0-9*_-]{50,1000}$'),
  made_at timestamptz not null default now(),
  last_step bigint not null
);

comment on table public.second_factors is 'Admins'' authenticator apps (TOTP, RFC 6238).';
comment on column public.second_factors.sealed_secret is 'Sealed by the Worker with FACTOR_SECRET.';
comment on column public.second_factors.last_step is 'The number of the 30 seconds whose code was used last: no code counts twice.';

alter table public.second_factors enable row level security;

create table public.admin_sessions (
  id uuid primary key,
  user_id uuid not null references public.admin_users (id) on delete cascade,
  keys text not null constraint keys_are_a_digest check (keys ~ '^[0-9a-f]{64}$'),
  device text not null constraint device_is_words check (device ~ '^[A-Za-z0-9 ]{1,60}$'),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  proved_at timestamptz not null default now(),
  verified_at timestamptz
);

comment on table public.admin_sessions is 'Sessions of admins. One ends when its row goes, after 30 minutes without a request, 8 hours after it began, or when the keys of its account change.';
comment on column public.admin_sessions.id is 'session_id in the tokens of the auth server.';
comment on column public.admin_sessions.keys is 'keys_of the account when the session began.';
comment on column public.admin_sessions.device is 'Browser and system in words.';
comment on column public.admin_sessions.seen_at is 'The last request but for a minute.';
comment on column public.admin_sessions.proved_at is 'When the admin last entered the password, and the code where the account has a second factor.';
comment on column public.admin_sessions.verified_at is 'When a code of the second factor was entered; null before.';

create index admin_sessions_of_an_account on public.admin_sessions using btree (user_id);

alter table public.admin_sessions enable row level security;

create function public.keys_of(p_user uuid)
returns text
language sql
stable
security definer
set search_path to ''
as $$
  select encode(sha256(convert_to(concat_ws(E'\n', u.encrypted_password, lower(u.email), a.role, f.made_at), 'UTF8')), 'hex')
  from public.admin_users a
  join auth.users u on u.id = a.id
  left join public.second_factors f on f.user_id = a.id
  where a.id = p_user;
$$;

comment on function public.keys_of(uuid) is 'A digest of all that opens the area of admins to an account: password, address, role and second factor. Null for whoever is no admin.';

revoke all on function public.keys_of(uuid) from public;

create function public.admin_standing()
returns table (standing text, role text, is_proved boolean, has_factor boolean, factor_due timestamptz)
language sql
stable
security definer
set search_path to ''
as $$
  select
    case
      when s.id is null and (x.sessions_required or f.user_id is not null) then 'ended'
      when f.user_id is not null and s.verified_at is null then 'code'
      when p.user_id is not null then 'password'
      when f.user_id is null and due.at <= now() then 'factor'
      else 'open'
    end,
    a.role,
    coalesce(s.proved_at > now() - interval '10 minutes', false),
    f.user_id is not null,
    due.at
  from public.admin_users a
  join auth.users u on u.id = a.id
  cross join public.access_settings x
  left join public.admin_sessions s
    on s.id = (auth.jwt() ->> 'session_id')::uuid
    and s.user_id = a.id
    and s.keys = public.keys_of(a.id)
    and s.seen_at > now() - interval '30 minutes'
    and s.started_at > now() - interval '8 hours'
  left join public.second_factors f on f.user_id = a.id
  left join public.one_time_passwords p on p.user_id = a.id and p.encrypted_password = u.encrypted_password
  cross join lateral (
    select case
      when x.factor_required_at is not null
        then greatest(x.factor_required_at, coalesce(a.first_signed_in_at, now())) + interval '7 days'
    end as at
  ) due
  where a.id = auth.uid();
$$;

comment on function public.admin_standing() is 'What the caller''s session opens: open (what the role may), ended (nothing: sign in again), code (only the page for the code of the second factor), password (only the account page: the password is still a one-time one), factor (only the account page: the second factor is overdue). No row for whoever is no admin.';

revoke all on function public.admin_standing() from public;

create function public.admin_role()
returns text
language sql
stable
security definer
set search_path to ''
as $$
  select s.role from public.admin_standing() s where s.standing = 'open';
$$;

comment on function public.admin_role() is 'owner or editor; null for whoever is no admin, or has no session that opens the area of admins.';

revoke all on function public.admin_role() from public;
grant execute on function public.admin_role() to authenticated;

create or replace function public.is_admin()
returns boolean
language sql
stable
security definer
set search_path to ''
as $$
  select public.admin_role() is not null;
$$;

comment on function public.is_admin() is 'Whether the caller is signed in as an admin, of either role, with a session that opens the area of admins.';

create function public.own_standing()
returns table (standing text, role text, is_proved boolean, has_factor boolean, factor_due timestamptz)
language plpgsql
security definer
set search_path to ''
as $$
begin
  return query select * from public.admin_standing();
  if found then
    update public.admin_sessions s set seen_at = now()
      where s.id = (auth.jwt() ->> 'session_id')::uuid
        and s.user_id = auth.uid()
        and s.seen_at between now() - interval '30 minutes' and now() - interval '1 minute';
  end if;
end;
$$;

comment on function public.own_standing() is 'admin_standing of the caller, whose session is seen by this.';

revoke all on function public.own_standing() from public;
grant execute on function public.own_standing() to authenticated;

create function public.begin_session(p_user uuid, p_session uuid, p_device text, p_in_place_of uuid default null)
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  before public.admin_sessions;
begin
  update public.admin_users a set first_signed_in_at = now() where a.id = p_user and a.first_signed_in_at is null;
  delete from public.admin_sessions s
    where s.user_id = p_user and s.id = p_in_place_of
    returning * into before;
  delete from public.admin_sessions s
    where s.started_at <= now() - interval '8 hours'
      or s.seen_at <= now() - interval '30 minutes'
      or (s.user_id = p_user and s.keys <> public.keys_of(p_user));
  insert into public.admin_sessions (id, user_id, keys, device, verified_at)
    select p_session, a.id, public.keys_of(a.id), p_device, before.verified_at
    from public.admin_users a where a.id = p_user;
  if not found then
    return 'member';
  end if;
  return case
    when before.verified_at is null and exists (select from public.second_factors f where f.user_id = p_user) then 'code'
    else 'open'
  end;
end;
$$;

comment on function public.begin_session(uuid, uuid, text, uuid) is 'Begins an admin''s session after the password was right, and clears away sessions that are over. In place of another one of the same account it goes on as verified as that was. Answers member (no admin: no session), code (a code of the second factor comes next) or open.';

revoke all on function public.begin_session(uuid, uuid, text, uuid) from public;
grant execute on function public.begin_session(uuid, uuid, text, uuid) to service_role;

create function public.end_own_sessions(p_scope text)
returns void
language plpgsql
security definer
set search_path to ''
as $$
declare
  own constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if p_scope is null or p_scope not in ('local', 'others', 'global') then
    raise exception 'a session ends alone (local), others end, or all (global)' using errcode = 'invalid_parameter_value';
  end if;
  delete from public.admin_sessions s
    where s.user_id = auth.uid()
      and case p_scope when 'local' then s.id = own when 'others' then s.id <> own else true end;
end;
$$;

comment on function public.end_own_sessions(text) is 'Ends sessions of the caller: local (this one), others or global, as the auth server names them.';

revoke all on function public.end_own_sessions(text) from public;
grant execute on function public.end_own_sessions(text) to authenticated;

-- That somebody signed in for the first time is no change that somebody made.
create or replace function public.audit()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
 set enable_nestloop to 'off'
 set jit to 'off'
as $function$
declare
  actor constant uuid := auth.uid();
  actor_email text;
  names_only constant boolean := tg_nargs > 0;
  derived constant text[] := array['search_text', 'over_at', 'updated_at', 'link_generation', 'first_signed_in_at'];
  moved constant text := nullif(current_setting('place.moved', true), '');
begin
  if actor is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select u.email into actor_email from auth.users u where u.id = actor;

  if tg_op = 'INSERT' then
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'insert', tg_table_name, n.content ->> 'id',
        case when names_only then '{"columns": []}' else n.content - derived end
      from (select to_jsonb(t) as content from new_rows t) n;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'delete', tg_table_name, o.content ->> 'id',
        case when names_only then '{"columns": []}' else o.content - derived end
      from (select to_jsonb(t) as content from old_rows t) o;
  else
    -- Materialized, or every comparison would convert its row again.
    with pairs as materialized (
      select to_jsonb(o) as before, to_jsonb(n) as after
      from old_rows o
      join new_rows n using (id)
    )
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'update', tg_table_name, pair.after ->> 'id',
        case when names_only then jsonb_build_object('columns', to_jsonb(changed.names)) else changed.contents end
      from pairs pair
      cross join lateral (
        select
          array_agg(c.key) as names,
          jsonb_object_agg(c.key, jsonb_build_object('old', pair.before -> c.key, 'new', c.value)) filter (where not names_only) as contents
        from jsonb_each(pair.after) c
        where c.value <> pair.before -> c.key and c.key <> all (derived)
      ) changed
      -- Of a move one row is logged, not the neighbours that make room.
      where changed.names is not null
        and (moved is null or moved = pair.after ->> 'id' or changed.names <> array['display_order']);
  end if;
  return null;
end;
$function$;
