-- Trigger: starts the deadline of an offer when the email provider has accepted its email, or an admin assumes that it
-- arrived, and clears the deadline when the email bounces.
create function private.note_offer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.reservations r
    set offer_ends_at = case
      when new.state <> 'bounced'
        then private.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
    end
    from public.events e
    where r.id = new.person
      and e.id = r.event_id
      and r.state = 'offered'
      and r.offers = new.occurrence
      and (r.offer_ends_at is null) = (new.state <> 'bounced');
  return null;
end;
$$;
