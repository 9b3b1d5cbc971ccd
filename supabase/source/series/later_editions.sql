-- Returns the upcoming editions of the same series that are later than an event, whether each was edited by hand (it
-- differs in more than its day from the template, or from the event if there is no template), and the number of people
-- on its waitlist.
create function private.later_editions(p_event public.events, p_template public.events)
returns table (
  id uuid,
  key text,
  title text,
  starts_at timestamptz,
  date_precision text,
  status text,
  is_published boolean,
  is_edited boolean,
  people integer
)
language sql
stable
as $$
  select e.id, e.key, e.title, e.starts_at, e.date_precision, e.status, e.is_published,
    e.status <> 'scheduled'
      or e.ticket_url is not null
      or coalesce(o.day <> (e.starts_at at time zone public.site_time_zone())::date, false)
      or private.edition_says(e) is distinct from private.edition_says(
        case when p_template.id is null then p_event else p_template end
      ),
    (select count(*)::integer from public.waitlist_entries w where w.event_id = e.id and not w.suspected_spam)
  from public.events e
  left join private.occurrences o on o.event_id = e.id
  where e.series_id = p_event.series_id
    and e.id <> p_event.id
    and e.starts_at > greatest(p_event.starts_at, now());
$$;
