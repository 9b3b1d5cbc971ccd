-- Returns the published events for the people of an entry's event that are to come or that they have signed up for:
-- workshop_facts with the event, whether they may take a spot, and their own reservation there, which goes_too if it
-- ends with this entry.
create function private.own_workshops(p_entry uuid) returns jsonb
language sql
stable
return (
  select coalesce(jsonb_agg(shown.facts order by shown.starts_at, shown.id), '[]')
  from (
    select e.id, e.starts_at,
      private.workshop_facts(e)
      || jsonb_build_object(
        'event', private.event_facts(e.id), 'may_reserve', private.has_reservation(w.id), 'own', own.facts
      ) as facts
    from public.waitlist_entries w
    join public.reservations r on r.id = w.id and r.state in ('placed', 'offered', 'waiting')
    join public.events e on e.for_people_of = w.event_id and e.is_published
    left join lateral (
      select jsonb_build_object(
        'entry', c.id,
        'generation', c.link_generation,
        'links', array(select l.token_digest from private.waitlist_links l where l.entry_id = c.id),
        'goes_too', c.for_entry is not null,
        'state', o.state,
        'party', o.party,
        'hold_until', o.hold_until,
        'in_line', private.own_reservation(c.id) -> 'in_line',
        'asks', private.lacks_answers(c.id)
      ) as facts
      from public.waitlist_entries c
      join public.reservations o on o.id = c.id
      where c.event_id = e.id and not c.suspected_spam and (c.for_entry = w.id or lower(c.email) = lower(w.email))
      order by c.for_entry is null
      limit 1
    ) own on true
    where w.id = p_entry
      and (
        own.facts is not null
        or coalesce(e.over_at > now(), true)
        or e.status = 'postponed'
        or e.date_precision not in ('exact', 'day')
      )
    order by e.starts_at, e.id
    limit 100
  ) shown
);
