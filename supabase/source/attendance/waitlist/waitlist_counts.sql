create function public.waitlist_counts(p_event text default null) returns table (event_id uuid, waiting bigint, told bigint, spam bigint)
language sql
stable
as $$
  select
    e.id,
    count(*) filter (where not w.suspected_spam and public.is_to_notify(e, w)),
    count(*) filter (where not w.suspected_spam and w.notified_at is not null and not public.is_to_notify(e, w)),
    count(*) filter (where w.suspected_spam)
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  where p_event is null or e.key = p_event
  group by e.id;
$$;

comment on function public.waitlist_counts(text) is
  'Returns, for an event given by its key or for every event, the number of people on the waitlist who still have to be notified of the current state, who have been, and who are suspected spam. Events without entries have no row; a caller who may not read entries gets none.';

-- for members: reads the number of entries that they may read
grant execute on function public.waitlist_counts(text) to authenticated;
