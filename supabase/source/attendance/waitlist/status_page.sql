-- Returns what the page behind a link shows: the entry with what belongs to it; for 24 hours after it was left or
-- erased, that it was; or that the link leads nowhere.
create function public.status_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', 'waiting',
      'name', w.name,
      'email', w.email,
      'joined_at', w.created_at,
      'consent_version', w.consent_version,
      'consent_page', w.consent_page,
      'came_by', w.came_by,
      'confirmed_at', w.confirmed_at,
      'tickets_notified_at', w.tickets_notified_at,
      'position', case when w.tickets_notified_at is null
        and not exists (select from public.reservations r where r.id = w.id)
      then (
        select count(*)
        from public.waitlist_entries o
        where o.event_id = w.event_id
          and not o.suspected_spam
          and o.tickets_notified_at is null
          and (o.created_at, o.id) <= (w.created_at, w.id)
      ) end,
      'address_change', (
        select jsonb_build_object(
          'email', left(c.email, 1) || '…' || substring(c.email from '@.*$'), 'asked_at', c.asked_at
        )
        from private.waitlist_address_changes c
        where c.entry_id = w.id and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
      ),
      'is_quiet', w.quiet_at is not null,
      'forwarded_at', (select o.delivered_at from public.outbox o where o.waitlist_entry_id = w.id),
      'event', private.event_facts(w.event_id),
      'reservation', private.own_reservation(w.id),
      'answers', private.answers_of(w.id),
      'asks', private.own_questions(w.id),
      'agenda', private.own_agenda(w.id),
      'workshops', private.own_workshops(w.id)
    )
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
  ),
  (
    select jsonb_build_object(
      'state', d.reason,
      'left_at', d.left_at,
      'may_undo', (d.entry ->> 'for_entry' is null or private.has_reservation((d.entry ->> 'for_entry')::uuid))
        and not exists (select from public.events e where e.id = d.event_id and e.admission = 'none'),
      'forwarded_at', d.delivery ->> 'delivered_at',
      'event', private.event_facts(d.event_id)
    )
    from private.waitlist_departures d
    where d.token_digests @> array[p_token_digest] and d.left_at > now() - private.departure_period()
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.status_page to service_role;
