-- Implements mail_content for the emails with the link to a status page and those about a new address.
create function private.waitlist_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose in ('waitlist-receipt', 'waitlist-lost-link', 'waitlist-new-link', 'waitlist-address-confirmed') then
    return (
      select jsonb_build_object(
        'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'is_confirmed', w.confirmed_at is not null,
        'event', private.event_facts(w.event_id), 'asks', private.lacks_answers(w.id),
        -- When this email is sent, the two hours of a hold begin (start_hold).
        'reservation', private.own_reservation(w.id) || (
          select coalesce(jsonb_object_agg('hold_until', least(r.hold_until, now() + interval '2 hours')), '{}')
          from public.reservations r
          where r.id = w.id and r.hold_until is not null and p_purpose = 'waitlist-receipt'
        )
      )
      from public.waitlist_entries w
      where w.id = p_person and not w.suspected_spam
    );
  end if;
  if p_purpose = 'waitlist-new-address' then
    return (
      select jsonb_build_object('change', c.id, 'email', c.email, 'event', private.event_facts(w.event_id))
      from private.waitlist_address_changes c
      join public.waitlist_entries w on w.id = c.entry_id
      where c.id = p_person and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
    );
  end if;
  if p_purpose = 'waitlist-old-address' then
    return (
      select jsonb_build_object('email', c.previous_email, 'event', private.event_facts(w.event_id))
      from private.waitlist_address_changes c
      join public.waitlist_entries w on w.id = c.entry_id
      where c.id = p_person and c.confirmed_at is not null
    );
  end if;
  return null;
end;
$$;
