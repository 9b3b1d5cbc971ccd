-- Pauses a campaign by clearing when its emails are due, or resumes it. An email that is being sent is not affected.
-- Returns false when there was nothing to change.
create function public.pause_campaign(p_event uuid, p_id integer, p_is_paused boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.campaigns t
    set paused_at = case when p_is_paused then now() end
    where t.id = p_id and t.event_id = p_event and t.started_at is not null and t.send_at is null
      and (t.paused_at is null) = p_is_paused;
  if not found then
    return false;
  end if;
  update public.mails m
    set next_attempt_at = case when not p_is_paused then now() end
    where m.purpose = 'event-news' and m.occurrence = p_id and m.state = 'due';
  return true;
end;
$$;

-- for admins: writes that emails about an event pause or resume
grant execute on function public.pause_campaign to authenticated;
