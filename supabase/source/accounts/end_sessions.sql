-- Ends one session of an admin, or all except the caller's own. Requires a fresh proof of identity. Admins may end
-- their own sessions, owners may end anyone's. Returns the number of sessions ended.
create function public.end_sessions(p_user uuid, p_session uuid default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
  devices text;
begin
  perform private.require_proof();
  if p_user <> auth.uid() and public.admin_role() is distinct from 'owner' then
    raise exception 'others'' sessions are ended by owners' using errcode = 'insufficient_privilege';
  end if;
  with gone as (
    delete from private.admin_sessions s
      where s.user_id = p_user
        and case
          when p_session is null then s.id is distinct from (auth.jwt() ->> 'session_id')::uuid
          else s.id = p_session
        end
      returning s.device
  )
  select count(*), string_agg(distinct g.device, ', ') into ended, devices from gone g;
  if ended > 0 then
    perform private.note_access(
      p_user,
      case when p_session is null then 'sessions-ended' else 'session-ended' end,
      jsonb_build_object('device', devices)
    );
  end if;
  return ended;
end;
$$;

-- for admins: writes the end of the caller's own sessions, after a fresh proof
grant execute on function public.end_sessions to authenticated;
