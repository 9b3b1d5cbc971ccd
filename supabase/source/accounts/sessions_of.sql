-- Returns the active sessions of an admin, last seen first. Admins see their own sessions, owners see everyone's.
create function public.sessions_of(p_user uuid) returns table (
  id uuid, device text, started_at timestamptz, seen_at timestamptz, is_verified boolean, is_own boolean
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from private.admin_standing() s
    where (s.standing in ('open', 'password', 'factor') and p_user = auth.uid())
      or (s.standing = 'open' and s.role = 'owner')
  ) then
    raise exception 'sessions are shown to their admin and to owners' using errcode = 'insufficient_privilege';
  end if;
  return query
    select s.id, s.device, s.started_at, s.seen_at,
      s.verified_at is not null or not exists (select from private.second_factors f where f.user_id = s.user_id),
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from private.admin_sessions s
    where s.user_id = p_user
      and s.keys = private.credentials_digest(p_user)
      and s.seen_at > now() - private.session_idle_limit()
      and s.started_at > now() - private.session_limit()
    order by s.seen_at desc, s.started_at desc;
end;
$$;

-- for admins: reads the caller's own sessions
grant execute on function public.sessions_of to authenticated;
