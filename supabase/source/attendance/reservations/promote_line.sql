-- Ends expired offers and, while sign-up is open, expired holds of unconfirmed addresses. Then offers what is free, in
-- the room and online, to the next people on the waitlist; people who asked to switch there get the spot without an
-- offer, and two who want each other's spots trade them. Skips parties that do not fit. Offers go out by email, so it
-- makes none where no emails are sent (p_mails) or in the last hour of sign-up. Returns the number of offers it made.
create function public.promote_line(p_event uuid, p_mails boolean) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  next public.reservations;
  offered integer := 0;
begin
  if not private.lock_lines(p_event) then
    return 0;
  end if;
  select e.* into event from public.events e where e.id = p_event;

  update public.reservations r
    set state = 'waiting', hold_until = null,
      line = ended.line
    from (
      select held.id,
        (
          select coalesce(max(l.line), 0) from public.reservations l where l.event_id = p_event
        ) + row_number() over (order by held.line) as line
      from public.reservations held
      join public.waitlist_entries w on w.id = held.id
      where held.event_id = p_event
        and held.hold_until <= now()
        and w.confirmed_at is null
    ) ended
    -- Once sign-up is over, nobody on the waitlist can get the spot; it remains for the person if they come to the
    -- door.
    where p_mails and private.sign_up(p_event) = 'open' and r.id = ended.id;

  update public.reservations r
    -- If the event has lost its date, people keep their position.
    set
      state = case when r.offer_ends_at <= now() or private.sign_up(p_event) <> 'line' then 'lapsed' else 'waiting' end,
      offer_ends_at = null
    where r.event_id = p_event
      and r.state = 'offered'
      and (r.offer_ends_at <= now() or private.sign_up(event.id) <> 'open');

  if not p_mails
    or private.sign_up(event.id) <> 'open'
    or least(event.sign_up_closes_at, event.starts_at) <= now() + interval '1 hour'
  then
    return 0;
  end if;
  loop
    select r.* into next
      from public.event_spots p
      join public.reservations r on r.event_id = p.event_id and r.waits_for = p.attends
      join public.waitlist_entries w on w.id = r.id
      where p.event_id = p_event
        and r.party <= private.spots_of(event, p.attends) - p.taken
        and w.confirmed_at is not null
      order by r.line
      limit 1;
    if not found then
      exit when not private.trade_spots(event, p_mails);
      continue;
    end if;
    if next.state = 'placed' then
      perform private.take_other_spots(next.id, p_mails);
      continue;
    end if;
    update public.reservations r
      set state = 'offered', offers = r.offers + 1, offered_at = now(), to_be_notified = false
      where r.id = next.id;
    insert into public.mails (purpose, person, occurrence, next_attempt_at)
      select 'reservation-offer', r.id, r.offers, private.waking_time(now())
        from public.reservations r
        where r.id = next.id;
    offered := offered + 1;
  end loop;
  return offered;
end;
$$;

grant execute on function public.promote_line to service_role;
