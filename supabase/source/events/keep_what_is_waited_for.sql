-- Trigger: prevents anyone from deleting an event while someone waits for it; suspected-spam entries are deleted with
-- it.
create function private.keep_what_is_waited_for() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row is locked by now: anyone joining at the same time either joined before, or no longer finds the event.
  if exists (select from public.waitlist_entries w where w.event_id = old.id and not w.suspected_spam) then
    raise exception 'somebody waits for this event' using errcode = 'restrict_violation';
  end if;
  return old;
end;
$$;
