create function public.is_unnotified(entry public.waitlist_entries) returns boolean
language sql
stable
return (
  select public.is_to_notify(e, entry) from public.events e where e.id = entry.event_id
);

comment on function public.is_unnotified(public.waitlist_entries) is
  'is_to_notify as a computed column, for the few entries shown on a page: it runs once per row. Null for a caller who may not read the event.';

-- for members: reads whether a given entry is to be notified, if they may read its event
grant execute on function public.is_unnotified(public.waitlist_entries) to authenticated;
