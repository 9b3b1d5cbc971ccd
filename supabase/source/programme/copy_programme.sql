-- Gives an event the rooms of another one, and its breaks and social parts, as far from the start as they are there;
-- never its talks and speakers.
create function private.copy_programme(p_from uuid, p_to uuid) returns void
language sql
as $$
  insert into public.rooms (event_id, name, floor, steps, seats)
    select p_to, r.name, r.floor, r.steps, r.seats
    from public.rooms r
    where r.event_id = p_from
    order by r.id;
  insert into public.talks (event_id, title, kind, abstract, language, starts_at, ends_at, room_id, is_announced)
    select p_to, t.title, t.kind, t.abstract, t.language,
      private.moved_along(t.starts_at, last.starts_at, next.starts_at),
      private.moved_along(t.ends_at, last.starts_at, next.starts_at),
      own.id, t.is_announced
    from public.talks t
    join public.events last on last.id = p_from
    join public.events next on next.id = p_to
    left join public.rooms room on room.id = t.room_id
    left join public.rooms own on own.event_id = p_to and own.name = room.name
    where t.event_id = p_from and t.kind in ('break', 'social') and t.status = 'scheduled'
    order by t.number;
$$;
