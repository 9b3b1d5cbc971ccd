-- Returns where the owner of an address is asked for corrections as a speaker, with a waiting correction.
create function private.programme_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'speakers', coalesce(
      jsonb_agg(
        to_jsonb(c) - array['speaker_id', 'link_digest'] || jsonb_build_object('speaker', s.name, 'event', e.title)
        order by e.starts_at, s.number
      ),
      '[]'
    )
  )
  from private.speaker_contacts c
  join public.speakers s on s.id = c.speaker_id
  join public.events e on e.id = s.event_id
  where lower(c.email) = p_address;
$$;
