-- Who signs in, and every change of keys, stands in the log, and the account is told by mail. Sessions are listed and ended.

alter table public.audit_log drop constraint audit_log_verb_check;
alter table public.audit_log add constraint audit_log_verb_check
  check (verb in ('insert', 'update', 'delete', 'erase', 'access'));

comment on table public.audit_log is 'What admins changed, and how they came in. It only grows: nobody changes or deletes a row, but that erase_person takes actor_email off what an erased account did.';
comment on column public.audit_log.row_id is 'The id of the row; erase: of the account that was erased, made up where there was none; access: of the account.';
comment on column public.audit_log.changes is 'insert, delete: the row; update: {column: {old, new}}; erase: how many of what, and address_digest, the address under the Worker''s key; access: {event} with what belongs to it. Of outbox and of what visitors sent only {columns: [names]}, never values.';

-- A repetition in a pattern counts to 255 at most, so that nothing could be written.
alter table public.second_factors drop constraint secret_is_sealed;
alter table public.second_factors add constraint secret_is_sealed
  check (sealed_secret ~ '^Fe26[.]2[*][A-Za-z0-9*_-]+$' and char_length(sealed_secret) <= 1000);

create table public.known_devices (
  user_id uuid not null references public.admin_users (id) on delete cascade,
  device_key text not null constraint device_key_is_a_digest check (device_key ~ '^[0-9a-f]{32}$'),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_key)
);

comment on table public.known_devices is 'Browsers that an admin signed in with in the last 90 days.';
comment on column public.known_devices.device_key is 'Keyed digest of the visitor cookie.';

alter table public.known_devices enable row level security;

create function public.note_access(p_user uuid, p_event text, p_details jsonb default '{}')
returns void
language plpgsql
security definer
set search_path to ''
as $$
declare
  by_others constant boolean := p_event in ('sign-in-refused', 'code-refused') or coalesce(p_details ->> 'by' = 'operator', false);
  actor constant uuid := case when not by_others then coalesce(auth.uid(), p_user) end;
  entry bigint;
begin
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select actor, u.email, 'access', 'access', p_user::text, jsonb_build_object('event', p_event) || p_details
    from (select 1) one
    left join auth.users u on u.id = actor
    returning id into entry;
  if p_event in (
    'new-device', 'code-refused', 'password-changed', 'password-reset', 'factor-on', 'factor-off', 'factor-reset',
    'recovery-codes-made', 'recovery-code-used', 'address-changed', 'role-changed'
  ) or (p_event in ('session-ended', 'sessions-ended') and actor <> p_user) then
    insert into public.mails (purpose, person, occasion) values ('key-notice', p_user, entry::integer);
  end if;
end;
$$;

comment on function public.note_access(uuid, text, jsonb) is 'Writes into the log how an account came in, or that its keys changed, and owes it a mail about the latter. The caller did it, or where the Worker asks the account itself; refused tries are somebody''s, and the operator says so: {by: operator}.';

revoke all on function public.note_access(uuid, text, jsonb) from public;

create function public.demand_proof()
returns void
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  if not exists (select from public.admin_standing() s where s.standing in ('open', 'factor') and s.is_proved) then
    raise exception 'this needs a fresh proof' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function public.demand_proof() is 'Raises unless the caller is an admin who has entered the password, and the code where there is a second factor, within the last 10 minutes.';

revoke all on function public.demand_proof() from public;

drop function public.begin_session(uuid, uuid, text, uuid);

create function public.begin_session(p_user uuid, p_session uuid, p_device text, p_device_key text default null, p_in_place_of uuid default null)
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  before public.admin_sessions;
  is_first boolean;
  answer text;
begin
  update public.admin_users a set first_signed_in_at = now() where a.id = p_user and a.first_signed_in_at is null;
  is_first := found;
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
  answer := case
    when before.verified_at is null and exists (select from public.second_factors f where f.user_id = p_user) then 'code'
    else 'open'
  end;
  if before.id is null then
    perform public.note_access(p_user, case answer when 'code' then 'password-entered' else 'signed-in' end, jsonb_build_object('device', p_device));
  elsif before.keys <> public.keys_of(p_user) then
    perform public.note_access(p_user, 'password-changed', jsonb_build_object('device', p_device));
  end if;
  if p_device_key is not null then
    insert into public.known_devices (user_id, device_key) values (p_user, p_device_key) on conflict do nothing;
    if found and not is_first then
      perform public.note_access(p_user, 'new-device', jsonb_build_object('device', p_device));
    end if;
    update public.known_devices k set last_used_at = now() where k.user_id = p_user and k.device_key = p_device_key;
    delete from public.known_devices k where k.last_used_at <= now() - interval '90 days';
  end if;
  return answer;
end;
$$;

comment on function public.begin_session(uuid, uuid, text, text, uuid) is 'Begins an admin''s session after the password was right, and clears away sessions that are over. In place of another one of the same account, whose password has just been changed, it goes on as verified as that was. Answers member (no admin: no session), code (a code of the second factor comes next) or open.';

revoke all on function public.begin_session(uuid, uuid, text, text, uuid) from public;
grant execute on function public.begin_session(uuid, uuid, text, text, uuid) to service_role;

create function public.note_refused_sign_in(p_email text, p_reason text, p_device text)
returns void
language plpgsql
security definer
set search_path to ''
as $$
declare
  account uuid;
begin
  if p_reason is null or p_reason not in ('wrong-password', 'too-many') then
    raise exception 'a sign-in is refused for a wrong password or too many tries' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account
    from auth.users u
    join public.admin_users a on a.id = u.id
    where lower(u.email) = lower(btrim(p_email));
  if account is null or (
    p_reason = 'too-many' and exists (
      select from public.audit_log g
      where g.row_id = account::text and g.table_name = 'access' and g.at > now() - interval '15 minutes'
        and g.changes ->> 'reason' = 'too-many'
    )
  ) then
    return;
  end if;
  perform public.note_access(account, 'sign-in-refused', jsonb_build_object('reason', p_reason, 'device', p_device));
end;
$$;

comment on function public.note_refused_sign_in(text, text, text) is 'Writes into the log that a sign-in to an admin''s account was refused: for a wrong password (wrong-password), or because there were too many (too-many, once in 15 minutes). For any other address it does nothing.';

revoke all on function public.note_refused_sign_in(text, text, text) from public;
grant execute on function public.note_refused_sign_in(text, text, text) to service_role;

create or replace function public.end_own_sessions(p_scope text)
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
  if p_scope <> 'local' and exists (select from public.admin_standing() s where s.standing in ('ended', 'code')) then
    raise exception 'this session is not verified' using errcode = 'insufficient_privilege';
  end if;
  delete from public.admin_sessions s
    where s.user_id = auth.uid()
      and case p_scope when 'local' then s.id = own when 'others' then s.id <> own else true end;
  if found then
    perform public.note_access(auth.uid(), case p_scope when 'local' then 'signed-out' else 'sessions-ended' end);
  end if;
end;
$$;

create or replace function public.own_standing()
returns table (standing text, role text, is_proved boolean, has_factor boolean, factor_due timestamptz)
language plpgsql
security definer
set search_path to ''
as $$
begin
  return query select * from public.admin_standing();
  update public.admin_sessions s set seen_at = now()
    where s.id = (auth.jwt() ->> 'session_id')::uuid
      and s.user_id = auth.uid()
      and s.seen_at > now() - interval '30 minutes'
      and s.seen_at < now() - interval '1 minute';
end;
$$;

create function public.sessions_of(p_user uuid)
returns table (id uuid, device text, started_at timestamptz, seen_at timestamptz, is_verified boolean, is_own boolean)
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  if not exists (
    select from public.admin_standing() s
    where (s.standing in ('open', 'password', 'factor') and p_user = auth.uid()) or (s.standing = 'open' and s.role = 'owner')
  ) then
    raise exception 'sessions are shown to their admin and to owners' using errcode = 'insufficient_privilege';
  end if;
  return query
    select s.id, s.device, s.started_at, s.seen_at,
      s.verified_at is not null or not exists (select from public.second_factors f where f.user_id = s.user_id),
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from public.admin_sessions s
    where s.user_id = p_user
      and s.keys = public.keys_of(p_user)
      and s.seen_at > now() - interval '30 minutes'
      and s.started_at > now() - interval '8 hours'
    order by s.seen_at desc, s.started_at desc;
end;
$$;

comment on function public.sessions_of(uuid) is 'The sessions of an admin that are alive, last seen first: one''s own, and for owners everybody''s.';

revoke all on function public.sessions_of(uuid) from public;
grant execute on function public.sessions_of(uuid) to authenticated;

create function public.end_sessions(p_user uuid, p_session uuid default null)
returns integer
language plpgsql
security definer
set search_path to ''
as $$
declare
  ended integer;
  devices text;
begin
  perform public.demand_proof();
  if p_user <> auth.uid() and public.admin_role() is distinct from 'owner' then
    raise exception 'others'' sessions are ended by owners' using errcode = 'insufficient_privilege';
  end if;
  with gone as (
    delete from public.admin_sessions s
      where s.user_id = p_user
        and case when p_session is null then s.id is distinct from (auth.jwt() ->> 'session_id')::uuid else s.id = p_session end
      returning s.device
  )
  select count(*), string_agg(distinct g.device, ', ') into ended, devices from gone g;
  if ended > 0 then
    perform public.note_access(
      p_user, case when p_session is null then 'sessions-ended' else 'session-ended' end, jsonb_build_object('device', devices)
    );
  end if;
  return ended;
end;
$$;

comment on function public.end_sessions(uuid, uuid) is 'Ends one session of an admin, or all but the caller''s own, after a fresh proof: one''s own sessions, and for owners everybody''s. Answers how many.';

revoke all on function public.end_sessions(uuid, uuid) from public;
grant execute on function public.end_sessions(uuid, uuid) to authenticated;

create function public.require_sessions()
returns void
language sql
security definer
set search_path to ''
as $$
  update public.access_settings set sessions_required = true where not sessions_required;
$$;

comment on function public.require_sessions() is 'From now on a token counts only with a session in admin_sessions. Called once the release that begins them is deployed.';

revoke all on function public.require_sessions() from public;
grant execute on function public.require_sessions() to service_role;
