-- Marks the people who had to be notified at p_notified_at, when their addresses were listed; nobody if there is later
-- news. Returns their number: at most p_limit, the first to join.
create function public.mark_waitlist_notified(
  p_event uuid,
  p_notified_at timestamptz,
  p_limit integer default null
) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  told integer;
begin
  perform private.require_admin();
  update public.waitlist_entries w
    set notified_at = p_notified_at,
      told = e.relied_on,
      tickets_notified_at = case
        when e.status = 'scheduled' and e.ticket_url is not null then coalesce(w.tickets_notified_at, p_notified_at)
        else w.tickets_notified_at
      end
    from public.events e
    where e.id = w.event_id
      and w.id = any (array(
        select waiting.id
        from public.waitlist_entries waiting
        join public.events e on e.id = waiting.event_id
        where waiting.event_id = p_event
          and public.is_to_notify(e, waiting)
          and not waiting.suspected_spam
          and not exists (
            select from public.reservations r where r.id = waiting.id and public.takes_no_part(r.state)
          )
          -- People who joined after the addresses were listed have not been notified.
          and waiting.created_at <= p_notified_at
          and p_notified_at <= now()
        order by waiting.created_at
        limit p_limit
      ))
      -- An email written before the latest news does not contain it.
      and p_notified_at >= coalesce(e.news_at, '-infinity')
      and public.is_to_notify(e, w);
  get diagnostics told = row_count;
  return told;
end;
$$;

-- for admins: writes that people on a waitlist were notified
grant execute on function public.mark_waitlist_notified to authenticated;
