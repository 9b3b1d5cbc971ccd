-- Begins an admin's session after the password was correct, and deletes expired sessions. If it replaces a session of
-- the same account whose password has just been changed, it keeps the verified state of that session. Returns member
-- (not an admin: no session), code (a second-factor code comes next; until then the browser does not count as known) or
-- open.
create function public.begin_session(
  p_user uuid,
  p_session uuid,
  p_device text,
  p_device_key text default null,
  p_in_place_of uuid default null
) returns public.begin_session_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  before private.admin_sessions;
  is_first boolean;
  answer text;
begin
  update public.admin_users a set first_signed_in_at = now() where a.id = p_user and a.first_signed_in_at is null;
  is_first := found;
  delete from private.admin_sessions s
    where s.user_id = p_user and s.id = p_in_place_of
    returning * into before;
  delete from private.admin_sessions s
    where s.started_at <= now() - private.session_limit()
      or s.seen_at <= now() - private.session_idle_limit()
      or (s.user_id = p_user and s.keys <> private.credentials_digest(p_user));
  answer := case
    when before.verified_at is null and exists (select from private.second_factors f where f.user_id = p_user)
      then 'code'
    else 'open'
  end;
  insert into private.admin_sessions (id, user_id, keys, device, verified_at, device_key)
    select
      p_session,
      a.id,
      private.credentials_digest(a.id),
      p_device,
      before.verified_at,
      case answer when 'code' then p_device_key end
    from public.admin_users a where a.id = p_user;
  if not found then
    return 'member';
  end if;
  if before.id is null then
    perform private.note_access(
      p_user,
      case answer when 'code' then 'password-entered' else 'signed-in' end,
      jsonb_build_object('device', p_device)
    );
  elsif before.keys <> private.credentials_digest(p_user) then
    perform private.note_access(p_user, 'password-changed', jsonb_build_object('device', p_device));
  end if;
  if answer = 'open' then
    perform private.note_device(p_user, p_device_key, p_device, is_first);
  end if;
  return answer;
end;
$$;

grant execute on function public.begin_session to service_role;
