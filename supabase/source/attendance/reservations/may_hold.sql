-- Whether a spot for a party may be held for an unconfirmed address: from one network, spots for at most 4 people or
-- half of the spots there, whichever is more.
create function private.may_hold(p_event uuid, p_attends text, p_party integer, p_network text) returns boolean
language plpgsql
stable
as $$
begin
  return p_network is null or (
    select p_party + coalesce(sum(r.party), 0) <= greatest(4, private.spots_of(e, p_attends) / 2)
    from public.events e
    left join (
      private.unconfirmed_rows n
      join public.reservations r on r.id = n.id and r.hold_until is not null
    ) on r.event_id = e.id and r.attends = p_attends and n.network_key = p_network
    where e.id = p_event
    group by e.id
  );
end;
$$;
