-- Whether a kind of campaign is for an entry of an event. If the event takes reservations, a reminder is for people
-- whose spot is theirs and not held until they confirm, and a recap for those who were checked in or had such a spot
-- online, or, if nobody was checked in, for everyone who had a spot. Who wants no more emails in organizers' own words
-- gets no recap either.
create function private.concerns(p_kind text, p_event uuid, p_entry uuid) returns boolean
language plpgsql
stable
as $$
begin
  return (
    select case
      when p_kind = 'recap' and exists (
        select from public.waitlist_entries w where w.id = p_entry and w.quiet_at is not null
      ) then false
      when not e.takes_reservations or p_kind not in ('reminder', 'recap') then true
      else exists (
        select from public.reservations r
        where r.id = p_entry
          and r.state = 'placed'
          and case
            when p_kind = 'reminder' then r.hold_until is null
            when r.checked_in_at is not null or r.attends = 'online' and r.hold_until is null then true
            else not exists (
              select from public.reservations o
              where o.event_id = p_event and o.state = 'placed' and o.checked_in_at is not null
            )
          end
      )
    end
    from public.events e
    where e.id = p_event
  );
end;
$$;
