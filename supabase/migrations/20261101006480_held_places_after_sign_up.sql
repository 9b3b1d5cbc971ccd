-- A place that was held when sign-up ended stays held; an offer of an event that has lost its date goes back into the line.

create or replace function public.move_line(p_event uuid, p_mails boolean)
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  event public.events;
  free integer;
  next_id uuid;
  next_party integer;
  offered integer := 0;
begin
  perform from public.event_places p where p.event_id = p_event for update;
  if not found then
    return 0;
  end if;
  select e.* into event from public.events e where e.id = p_event;

  update public.reservations r
    set state = 'waiting', hold_until = null,
      line = place.line
    from (
      select held.id,
        (select coalesce(max(l.line), 0) from public.reservations l where l.event_id = p_event) + row_number() over (order by held.line) as line
      from public.reservations held
      join public.waitlist_entries w on w.id = held.id
      where held.event_id = p_event
        and held.hold_until <= now()
        and w.confirmed_at is null
        -- Nobody loses a place because our mail is late.
        and not exists (select from public.mails m where m.person = held.id and m.next_attempt_at is not null)
    ) place
    -- Once sign-up is over nobody is in line for the place, and whoever comes to the door has it.
    where p_mails and public.sign_up(p_event) = 'open' and r.id = place.id;

  update public.reservations r
    -- Whose event has lost its date keeps their position.
    set state = case when r.offer_ends_at <= now() or public.sign_up(p_event) <> 'line' then 'lapsed' else 'waiting' end, offer_ends_at = null
    where r.event_id = p_event
      and r.state = 'offered'
      and (r.offer_ends_at <= now() or public.sign_up(event.id) <> 'open');

  if not p_mails or public.sign_up(event.id) <> 'open' or least(event.sign_up_closes_at, event.starts_at) <= now() + interval '1 hour' then
    return 0;
  end if;
  loop
    select event.attendee_limit - p.taken into free from public.event_places p where p.event_id = p_event;
    exit when free < 1;
    select r.id into next_id
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      where r.event_id = p_event and r.state = 'waiting' and r.party <= free and w.confirmed_at is not null
      order by r.line
      limit 1;
    exit when not found;
    update public.reservations r
      set state = 'offered', offers = r.offers + 1, offered_at = now(), to_be_told = false
      where r.id = next_id;
    insert into public.mails (purpose, person, occasion, next_attempt_at)
      select 'place-offer', r.id, r.offers, public.waking_time(now()) from public.reservations r where r.id = next_id;
    offered := offered + 1;
  end loop;
  return offered;
end;
$function$;

comment on function public.move_line(uuid, boolean) is 'Ends what has run out, offers, and while sign-up is open places held for unconfirmed addresses, and offers what is free to who comes next in line, passing over parties that do not fit; by mail, so not where none are sent (p_mails) and not in the last hour of sign-up. Answers how many offers it made.';

revoke all on function public.move_line(uuid, boolean) from public;
grant execute on function public.move_line(uuid, boolean) to service_role;

create or replace function public.move_lines()
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  event uuid;
  offered integer := 0;
  morning constant timestamp with time zone := public.waking_time(now());
begin
  -- What was due before the night and was not sent waits for the morning.
  update public.mails m
    set next_attempt_at = morning
    where morning > now() and m.purpose = 'place-offer' and m.state = 'due' and m.next_attempt_at <= now();
  for event in
    select p.event_id
    from public.event_places p
    join public.events e on e.id = p.event_id
    where (p.waiting > 0 and p.taken < e.attendee_limit and public.sign_up(e.id) = 'open')
      or exists (
        select from public.reservations r
        where r.event_id = p.event_id and (r.state = 'offered' or r.hold_until is not null)
          and case when public.sign_up(e.id) = 'open' then least(r.offer_ends_at, r.hold_until) <= now() else r.state = 'offered' end
      )
    order by p.event_id
  loop
    offered := offered + public.move_line(event, true);
  end loop;
  return offered;
end;
$function$;

comment on function public.move_lines() is 'move_line of every event in which something may have changed; for cron, once a minute, where mails are sent.';

revoke all on function public.move_lines() from public;
grant execute on function public.move_lines() to service_role;
