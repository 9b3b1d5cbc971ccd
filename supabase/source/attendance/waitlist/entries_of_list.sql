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
  'The list of an event, suspected spam included, or of it who is to be notified of what is so now (is_to_notify), or who is not. It becomes a part of the query that asks, so that what that filters, orders and counts is one pass over the list.';

-- for members: reads the entries that they may read
grant execute on function public.entries_of_list(uuid, boolean) to authenticated;
