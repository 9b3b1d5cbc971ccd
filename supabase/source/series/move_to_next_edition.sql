-- Moves people who joined the waitlist of an edition (public or by link) after it was over to that of the next
-- published edition, as they were promised: from a public one to a public one, from one by link to either. Except
-- people who have joined that of a later edition themselves.
create function private.move_to_next_edition(p_series uuid, p_visibility text) returns void
language plpgsql
as $$
declare
  next public.events;
  people uuid[];
begin
  select e.* into next
    from public.events e
    where e.series_id = p_series and e.is_published and e.status = 'scheduled' and e.starts_at > now()
      and e.admission <> 'none'
      and (e.is_listed or p_visibility = 'link')
    order by e.starts_at, e.id
    limit 1;
  if not found then
    return;
  end if;
  select array_agg(waiting.id) into people
    from (
      select distinct on (lower(w.email), w.suspected_spam) w.id
      from public.events e
      join public.waitlist_entries w on w.event_id = e.id and w.created_at >= e.over_at
      where e.series_id = p_series
        and e.visibility = p_visibility
        and e.over_at <= now()
        and e.id <> next.id
        and not exists (select from public.reservations r where r.id = w.id and r.state <> 'set-aside')
        and not exists (
          select from public.waitlist_entries other
          join public.events o on o.id = other.event_id
          where lower(other.email) = lower(w.email)
            and other.suspected_spam = w.suspected_spam
            and o.series_id = p_series
            and o.starts_at > w.created_at
            and o.is_published
        )
      order by lower(w.email), w.suspected_spam, w.created_at, w.id
    ) waiting;
  if people is null then
    return;
  end if;
  perform private.lock_lines(next.id);
  delete from public.reservations r where r.id = any (people);
  update public.waitlist_entries w set event_id = next.id, came_by = null where w.id = any (people);
  if next.takes_reservations then
    perform private.line_up(next.id);
  end if;
end;
$$;
