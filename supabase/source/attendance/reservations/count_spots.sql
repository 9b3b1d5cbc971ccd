-- Trigger: keeps the counts of an event's spots up to date, in the room and online.
create function private.count_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.event_spots p
      set taken = p.taken + c.taken, waiting = p.waiting + c.waiting
      from (
        select r.event_id, place.attends,
          coalesce(
            sum(r.party) filter (where r.state in ('placed', 'offered') and r.attends = place.attends), 0
          ) as taken,
          coalesce(sum(r.party) filter (where r.waits_for = place.attends), 0) as waiting
        from new_rows r cross join (values ('room'), ('online')) place (attends)
        group by r.event_id, place.attends
      ) c
      where p.event_id = c.event_id and p.attends = c.attends and (c.taken, c.waiting) <> (0, 0);
  elsif tg_op = 'DELETE' then
    update public.event_spots p
      set taken = p.taken - c.taken, waiting = p.waiting - c.waiting
      from (
        select r.event_id, place.attends,
          coalesce(
            sum(r.party) filter (where r.state in ('placed', 'offered') and r.attends = place.attends), 0
          ) as taken,
          coalesce(sum(r.party) filter (where r.waits_for = place.attends), 0) as waiting
        from old_rows r cross join (values ('room'), ('online')) place (attends)
        group by r.event_id, place.attends
      ) c
      where p.event_id = c.event_id and p.attends = c.attends and (c.taken, c.waiting) <> (0, 0);
  else
    update public.event_spots p
      set taken = p.taken + c.taken, waiting = p.waiting + c.waiting
      from (
        select r.event_id, place.attends,
          coalesce(
            sum(r.sign * r.party) filter (where r.state in ('placed', 'offered') and r.attends = place.attends), 0
          ) as taken,
          coalesce(sum(r.sign * r.party) filter (where r.waits_for = place.attends), 0) as waiting
        from (
          select n.event_id, n.party, n.state, n.attends, n.waits_for, 1 as sign from new_rows n
          union all
          select o.event_id, o.party, o.state, o.attends, o.waits_for, -1 from old_rows o
        ) r
        cross join (values ('room'), ('online')) place (attends)
        group by r.event_id, place.attends
      ) c
      where p.event_id = c.event_id and p.attends = c.attends and (c.taken, c.waiting) <> (0, 0);
  end if;
  return null;
end;
$$;
