-- Implements mail_content for the email about talks of an agenda that were moved, canceled or removed since the email
-- was queued, in their current state, and for the email that asks a speaker for corrections.
create function private.programme_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose = 'agenda-changed' then
    return (
      select jsonb_build_object(
        'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'event', private.event_facts(w.event_id),
        'talks', changed.talks
      )
      from public.waitlist_entries w
      join private.agendas a on a.entry_id = w.id
      join public.mails m on m.purpose = p_purpose and m.person = w.id and m.occurrence = p_occurrence
      join public.events e on e.id = w.event_id
      cross join lateral (
        select jsonb_agg(
            jsonb_build_object(
              'title', case when t.is_announced then t.title else c.title end, 'starts_at', t.starts_at,
              'ends_at', t.ends_at,
              'room', (select r.name from public.rooms r where r.id = t.room_id),
              'status', coalesce(t.status, 'removed')
            )
            order by t.starts_at nulls last, c.number
          ) as talks
        from private.talk_changes c
        left join public.talks t on t.number = c.number
        where c.event_id = w.event_id
          and c.number = any (a.talks)
          and c.changed_at >= m.created_at
          and coalesce(t.ends_at, c.ends_at, 'infinity') > now()
      ) changed
      where w.id = p_person
        and private.own_agenda(w.id) is not null
        and e.status = 'scheduled'
        and changed.talks is not null
    );
  end if;
  if p_purpose = 'speaker-corrections' then
    return (
      select jsonb_build_object('speaker', c.speaker_id, 'email', c.email, 'name', s.name, 'event', e.title)
      from private.speaker_contacts c
      join public.speakers s on s.id = c.speaker_id
      join public.events e on e.id = s.event_id
      where c.speaker_id = p_person and c.email is not null and private.may_correct(c.speaker_id)
    );
  end if;
  return null;
end;
$$;
