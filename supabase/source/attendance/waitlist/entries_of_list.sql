create function public.entries_of_list(p_event uuid, p_to_notify boolean default null) returns setof public.waitlist_entries
language sql
stable
as $$
  select w.*
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  where e.id = p_event and (p_to_notify is null or public.is_to_notify(e, w) = p_to_notify);
$$;

comment on function public.entries_of_list(uuid, boolean) is
  'Returns the waitlist of an event, including suspected spam; with p_to_notify, only the entries that still have to be notified of the current state (is_to_notify), or only the others. It is inlined into the calling query, so that filtering, sorting and counting take one pass over the list.';

-- for members: reads those entries that they may read
grant execute on function public.entries_of_list(uuid, boolean) to authenticated;
