-- Returns offers without a deadline whose email is not on its way: refused, bounced, uncertain, dropped, or deleted
-- (null).
create function private.failed_offers() returns table (id uuid, event_id uuid, mail_state text, last_error text)
language sql
stable
as $$
  select r.id, r.event_id, m.state, m.last_error
  from public.reservations r
  left join public.mails m on m.purpose = 'reservation-offer' and m.person = r.id and m.occurrence = r.offers
  where r.state = 'offered'
    and r.offer_ends_at is null
    and m.next_attempt_at is null
    and m.state is distinct from 'claimed';
$$;
