create function private.place_content(p_purpose text, p_person uuid, p_occasion bigint) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'name', w.name,
    'event', private.told_of_event(w.event_id), 'reservation', private.own_reservation(w.id),
    'offer_ends_at', private.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
  )
  from public.waitlist_entries w
  join public.reservations r on r.id = w.id
  join public.events e on e.id = w.event_id
  where w.id = p_person
    and not w.suspected_spam
    and case p_purpose
      when 'place-offer' then r.state = 'offered' and r.offers = p_occasion and private.sign_up(e.id) = 'open'
      when 'place-ticket' then r.state = 'placed' and r.hold_until is null and e.status = 'scheduled' and coalesce(e.over_at > now(), true)
      when 'place-canceled' then r.state = 'canceled'
    end
);

comment on function private.place_content(text, uuid, bigint) is
  'mail_content of the mails about places; offer_ends_at is the deadline of an offer whose mail is accepted now.';
