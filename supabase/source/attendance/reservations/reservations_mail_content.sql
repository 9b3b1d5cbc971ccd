-- Implements mail_content for the emails about reservations; offer_ends_at is the deadline of an offer whose email is
-- accepted now.
create function private.reservations_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  -- A plan that knows the purpose always looks cheaper, so that it would be made on every call.
  if p_purpose not in (
    'reservation-offer', 'reservation-ticket', 'join-link', 'join-link-replaced', 'still-coming',
    'reservation-canceled', 'request-answered', 'request-undecided'
  ) then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'name', w.name,
      'event', private.event_facts(w.event_id), 'reservation', private.own_reservation(w.id),
      'is_decided_now', p_purpose = 'reservation-ticket' and r.decided_at is not null and not exists (
        select from public.mails m
        where m.purpose = p_purpose and m.person = r.id and m.occurrence < p_occurrence and m.created_at >= r.decided_at
      ),
      'has_workshops', exists (select from public.events o where o.for_people_of = e.id and o.is_published),
      'offer_ends_at', private.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
    )
    from public.waitlist_entries w
    join public.reservations r on r.id = w.id
    join public.events e on e.id = w.event_id
    where w.id = p_person
      and not w.suspected_spam
      and case p_purpose
        when 'reservation-offer' then r.state = 'offered' and r.offers = p_occurrence and private.sign_up(e.id) = 'open'
        when 'reservation-ticket'
          then r.state = 'placed'
            and r.hold_until is null
            and e.status = 'scheduled'
            and coalesce(e.over_at > now(), true)
        when 'join-link' then p_occurrence = extract(epoch from e.starts_at)::bigint
          and private.may_join(r)
          and exists (select from private.join_links j where j.event_id = e.id)
        when 'join-link-replaced' then private.may_join(r)
          and exists (select from private.join_links j where j.event_id = e.id and j.number = p_occurrence)
        when 'still-coming' then p_occurrence = r.asked_for - date '1970-01-01'
          and r.coming_at is null
          and e.starts_at > now() + interval '12 hours'
          and private.may_answer(r)
        when 'reservation-canceled' then r.state = 'canceled'
        when 'request-answered' then r.decided_at is not null and r.state in ('turned-down', 'waiting')
          and e.status <> 'cancelled' and coalesce(e.over_at > now(), true)
        when 'request-undecided' then r.state = 'asked'
          and p_occurrence = private.day_of_event(e) - date '1970-01-01'
          and e.status = 'scheduled' and e.is_published and e.starts_at > now()
      end
  );
end;
$$;
