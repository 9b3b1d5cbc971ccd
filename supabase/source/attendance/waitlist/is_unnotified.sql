create function public.is_unnotified(entry public.waitlist_entries) returns boolean
language sql
stable
return (
  select public.is_to_notify(e, entry) from public.events e where e.id = entry.event_id
);

comment on function public.is_unnotified(public.waitlist_entries) is
  'is_to_notify, read as a column of the few entries that a page shows: it runs once for each. Null to whoever may not read the event.';

-- for members: reads whether an entry that they give is to be notified, by the event that they may read
grant execute on function public.is_unnotified(public.waitlist_entries) to authenticated;
