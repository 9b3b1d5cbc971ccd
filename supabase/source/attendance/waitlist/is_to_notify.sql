create function public.is_to_notify(event public.events, entry public.waitlist_entries) returns boolean
language sql
immutable
return
  -- Who joined a postponed event has seen that it is postponed.
  (event.status = 'scheduled' or entry.created_at <= event.dated_at)
  and (
    entry.notified_at is null
    or coalesce(entry.notified_at < event.news_at, false)
    or (event.status = 'scheduled' and event.ticket_url is not null and entry.tickets_notified_at is null)
  );

comment on function public.is_to_notify(public.events, public.waitlist_entries) is
  'Whether somebody on the list of an event is to be notified of what is so now: that it is canceled or postponed, of its date, or that tickets are available. Of these rows alone, so that it becomes a part of the query that asks.';

-- for members: reads whether an entry that they give is to be notified, by the event that they give
grant execute on function public.is_to_notify(public.events, public.waitlist_entries) to authenticated;
