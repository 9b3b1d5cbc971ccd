-- That an event stays while somebody waits for it was the page's word, and delete_event's: the data API deleted event and waitlist.
create function public.keep_what_is_waited_for() returns trigger
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

comment on function public.keep_what_is_waited_for() is
  'Trigger: an event is not deleted while somebody waits for it, whoever asks; entries that are suspected spam go with it.';

revoke all on function public.keep_what_is_waited_for() from public, anon, authenticated, service_role;

create trigger keep_what_is_waited_for before delete on public.events
  for each row execute function public.keep_what_is_waited_for();

create or replace function public.delete_event(p_id uuid, p_version timestamptz) returns text
language plpgsql
set search_path = ''
as $$
declare
  event public.events;
begin
  select e.* into event from public.events e where e.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if event.updated_at is distinct from p_version then
    return 'changed';
  end if;
  delete from public.events e where e.id = p_id;
  return 'deleted';
exception
  when restrict_violation then
    return 'somebody-waits';
end;
$$;
