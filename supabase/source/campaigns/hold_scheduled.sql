-- Trigger: what people rely on has changed, or visitors no longer see the event, so emails in admins' own words that
-- are scheduled are held until an admin has read them again.
create function private.hold_scheduled() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.campaigns t
    set paused_at = now()
    where t.event_id = new.id and t.send_at is not null and t.paused_at is null;
  return null;
end;
$$;
