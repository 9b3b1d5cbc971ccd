-- Sets times and rooms of talks of an event, [{id, version, starts_at, ends_at, room_id}], all or none. Returns saved;
-- changed if a talk is not as it was at its version (updated_at), or a room no longer exists; room-taken if two talks
-- would be in one room at once.
create function public.arrange_talks(p_event uuid, p_talks jsonb) returns public.arrange_talks_outcome
language plpgsql
as $$
declare
  sent integer;
  found_as_sent integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('programme ' || p_event, 0));
  perform from public.talks t where t.event_id = p_event order by t.id for update;
  select count(*), count(t.id) into sent, found_as_sent
    from jsonb_to_recordset(p_talks) s (id uuid, version timestamptz)
    left join public.talks t on t.id = s.id and t.event_id = p_event and t.updated_at = s.version;
  if sent <> found_as_sent then
    return 'changed';
  end if;
  -- One statement, so that two talks can be swapped.
  update public.talks t
    set starts_at = s.starts_at, ends_at = s.ends_at, room_id = s.room_id
    from jsonb_to_recordset(p_talks) s (id uuid, starts_at timestamptz, ends_at timestamptz, room_id integer)
    where t.id = s.id and t.event_id = p_event;
  return 'saved';
exception
  when exclusion_violation then
    return 'room-taken';
  when foreign_key_violation then
    return 'changed';
end;
$$;

-- for members: writes times and rooms of talks
grant execute on function public.arrange_talks to authenticated;
