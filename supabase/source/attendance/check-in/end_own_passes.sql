-- Trigger: ends the passes that an admin made for themselves in a session that is ended, or all of theirs after a
-- change of the password.
create function private.end_own_passes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A session that has only been idle ends no pass: at the door nobody opens the admin area for hours.
  if old.seen_at > now() - private.session_idle_limit() and old.started_at > now() - private.session_limit() then
    update public.door_passes d
      set ended_at = now()
      where d.is_own and d.ended_at is null
        and (
          d.session_id = old.id or (d.made_by = old.user_id and old.keys <> private.credentials_digest(old.user_id))
        );
  end if;
  return null;
end;
$$;
