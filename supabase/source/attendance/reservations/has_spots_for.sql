-- Whether an event has a free spot for a party, in the room or online, that nobody before p_line on that waitlist may
-- have: a person with a confirmed address, or anyone where no emails are sent.
create function private.has_spots_for(
  p_event uuid,
  p_attends text,
  p_party integer,
  p_line integer,
  p_mails boolean
) returns boolean
language plpgsql
stable
as $$
begin
  return (
    select private.sign_up(e.id) = 'open'
      and p_party <= private.spots_of(e, p_attends) - p.taken
      and (
        -- In the last hour no offers are made, and a free spot goes to the first person who asks.
        least(e.sign_up_closes_at, e.starts_at) <= now() + interval '1 hour'
        or not exists (
          select from public.reservations r
          join public.waitlist_entries w on w.id = r.id
          where r.event_id = e.id
            and r.waits_for = p_attends
            and r.line < p_line
            and r.party <= private.spots_of(e, p_attends) - p.taken
            and (w.confirmed_at is not null or not p_mails)
        )
      )
    from public.events e
    join public.event_spots p on p.event_id = e.id and p.attends = p_attends
    where e.id = p_event
  );
end;
$$;
