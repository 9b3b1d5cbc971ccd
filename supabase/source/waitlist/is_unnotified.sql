create function public.is_unnotified(entry public.waitlist_entries) returns boolean
language sql
stable
security definer
set search_path = ''
return (
  select
    -- Who joined a postponed event has seen that it is postponed.
    (e.status = 'scheduled' or entry.created_at <= e.dated_at)
    and (
      entry.notified_at is null
      or coalesce(entry.notified_at < e.news_at, false)
      or (e.status = 'scheduled' and e.ticket_url is not null and entry.told_at is null)
    )
  from public.events e
  where e.id = entry.event_id
);

comment on function public.is_unnotified(public.waitlist_entries) is
  'Whether somebody on a list is to be notified of what is so now: that the event is canceled or postponed, of its date, or that tickets are available. Read as a column of waitlist_entries.';

-- for members: reads whether an entry that they give is to be notified, by the event that they may read
grant execute on function public.is_unnotified(public.waitlist_entries) to authenticated;
