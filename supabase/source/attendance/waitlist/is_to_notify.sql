-- Whether a person on the waitlist of an event still has to be notified of its current state: that it is canceled or
-- postponed, its date, or that tickets are available. Uses only the given rows, so that it can be inlined into the
-- calling query.
create function public.is_to_notify(event public.events, entry public.waitlist_entries) returns boolean
language sql
stable
return
  -- People who joined after the event was postponed have seen that it is.
  (event.status = 'scheduled' or entry.created_at <= event.dated_at)
  and (
    entry.notified_at is null
    or (entry.told <> event.relied_on and coalesce(event.over_at > now(), true))
    or (event.status = 'scheduled' and event.ticket_url is not null and entry.tickets_notified_at is null)
  );

-- for members: reads whether a given entry is to be notified, according to a given event
grant execute on function public.is_to_notify to authenticated;
