create function private.keep_what_is_waited_for() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row is locked by now: whoever joins at this moment came before, or finds no event any more.
  if exists (select from public.waitlist_entries w where w.event_id = old.id and not w.suspected_spam) then
    raise exception 'somebody waits for this event' using errcode = 'restrict_violation';
  end if;
  return old;
end;
$$;

comment on function private.keep_what_is_waited_for() is
  'Trigger: an event is not deleted while somebody waits for it, whoever asks; entries that are suspected spam go with it.';
