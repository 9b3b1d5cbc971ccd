alter table public.events
  add column search_text text not null
    generated always as (public.fold(title || ' ' || place || ' ' || summary || ' ' || key)) stored;

comment on column public.events.search_text is 'Folded title, place, summary and key, for admins to search.';

create function public.delete_event(p_id uuid, p_version timestamptz) returns text
language plpgsql
set search_path = ''
as $$
declare
  event public.events;
begin
  -- Whoever joins the waitlist at this moment comes before the lock, or finds no event any more.
  select e.* into event from public.events e where e.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if event.updated_at is distinct from p_version then
    return 'changed';
  end if;
  if exists (select from public.waitlist_entries w where w.event_id = p_id and not w.suspected_spam) then
    return 'somebody-waits';
  end if;
  delete from public.events e where e.id = p_id;
  return 'deleted';
end;
$$;

comment on function public.delete_event(uuid, timestamptz) is
  'Deletes an event that is still as it was at p_version (updated_at) and for which nobody waits; entries that are suspected spam go with '
  'it. Answers deleted, somebody-waits, changed or not-found.';

revoke all on function public.delete_event(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.delete_event(uuid, timestamptz) to authenticated;
