-- Returns admin_standing of the caller and updates when the session was last seen.
create function public.own_standing() returns table (
  standing text, role text, is_proved boolean, has_factor boolean, factor_due timestamptz
)
language plpgsql
security definer
set search_path = ''
as $$
begin
  return query select * from private.admin_standing();
  update private.admin_sessions s set seen_at = now()
    where s.id = (auth.jwt() ->> 'session_id')::uuid
      and s.user_id = auth.uid()
      and s.seen_at > now() - private.session_idle_limit()
      and s.seen_at < now() - interval '1 minute';
end;
$$;

-- for members: writes that the caller's own session was seen; reads what it opens
grant execute on function public.own_standing to authenticated;
