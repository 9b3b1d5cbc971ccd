-- Runs promote_line for every event in which something may have changed; called by cron once a minute, where emails are
-- sent.
create function public.promote_lines() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  event uuid;
  offered integer := 0;
  morning constant timestamp with time zone := private.waking_time(now());
begin
  -- Offers that were due before the night and not sent wait until morning.
  update public.mails m
    set next_attempt_at = morning
    where morning > now() and m.purpose = 'reservation-offer' and m.state = 'due' and m.next_attempt_at <= now();
  for event in
    select due.event_id
    from (
      select distinct p.event_id, e.for_people_of is not null as is_workshop
      from public.event_spots p
      join public.events e on e.id = p.event_id
      where (p.waiting > 0 and p.taken < private.spots_of(e, p.attends) and private.sign_up(e.id) = 'open')
        or exists (
          select from public.reservations r
          where r.event_id = p.event_id and (r.state = 'offered' or r.hold_until is not null)
            and case
              when private.sign_up(e.id) = 'open' then least(r.offer_ends_at, r.hold_until) <= now()
              else r.state = 'offered'
            end
        )
    ) due
    order by due.is_workshop, due.event_id
  loop
    offered := offered + public.promote_line(event, true);
  end loop;
  return offered;
end;
$$;

grant execute on function public.promote_lines to service_role;
