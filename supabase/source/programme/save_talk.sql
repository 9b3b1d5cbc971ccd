-- For admins: adds a talk to an event, or changes one that is still as it was at p_version (updated_at), with its
-- speakers in order. Returns saved; changed; room-taken (nothing is saved) if another talk is in the room at that time;
-- not-found if the talk, event, room, workshop or a speaker does not exist.
create function public.save_talk(
  p_event uuid,
  p_id uuid,
  p_talk jsonb,
  p_speakers uuid[],
  p_version timestamptz default null
) returns public.save_talk_outcome
language plpgsql
as $$
declare
  typed public.talks := jsonb_populate_record(null::public.talks, p_talk);
  version timestamptz;
begin
  if not public.is_admin() then
    raise exception 'only admins save talks' using errcode = 'insufficient_privilege';
  end if;
  -- Two transactions that put talks into one room at once would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('programme ' || p_event, 0));
  select t.updated_at into version from public.talks t where t.id = p_id and t.event_id = p_event for update;
  if found and p_version is null then
    -- The form of a new talk was submitted twice.
    return 'saved';
  end if;
  if not found and p_version is not null then
    return 'not-found';
  end if;
  if version is distinct from p_version then
    return 'changed';
  end if;
  if p_version is null then
    insert into public.talks (
      id, event_id, title, kind, abstract, language, level, starts_at, ends_at, room_id, slides_url, recording_url,
      status, is_announced, workshop_id
    )
      values (
        p_id, p_event, typed.title, typed.kind, typed.abstract, typed.language, typed.level, typed.starts_at,
        typed.ends_at, typed.room_id, typed.slides_url, typed.recording_url, typed.status, typed.is_announced,
        typed.workshop_id
      );
  else
    update public.talks t
      set
        title = typed.title, kind = typed.kind, abstract = typed.abstract, language = typed.language,
        level = typed.level, starts_at = typed.starts_at, ends_at = typed.ends_at, room_id = typed.room_id,
        slides_url = typed.slides_url, recording_url = typed.recording_url, status = typed.status,
        is_announced = typed.is_announced,
        workshop_id = typed.workshop_id
      where t.id = p_id;
  end if;
  delete from public.talk_speakers s where s.talk_id = p_id;
  insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
    select p_id, speaker.id, p_event, min(speaker.position)
    from unnest(p_speakers) with ordinality speaker (id, position)
    group by speaker.id;
  return 'saved';
exception
  when exclusion_violation then
    return 'room-taken';
  when foreign_key_violation then
    return 'not-found';
end;
$$;

-- for admins: writes a talk and its speakers
grant execute on function public.save_talk to authenticated;
